import Foundation
import Testing
import WayleaveSignIn
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveWire

@Suite("RFC 8705 §3: a client's certificate is shown for that client alone")
struct ShownCertificatesTests {
  /// A certificate of its own, made by the openssl command.
  private func certificate(named name: String) throws -> ClientCertificate {
    let folder = FileManager.default.temporaryDirectory.appending(path: "wayleave-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "key.pem",
      "-out", "own.pem", "-days", "2", "-subj", "/CN=\(name)",
    ]
    process.currentDirectoryURL = folder
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    func text(_ file: String) throws -> Secret { Secret(Array(try Data(contentsOf: folder.appending(path: file)))) }
    return try ClientCertificate(pem: text("own.pem"), privateKey: text("key.pem"))
  }

  @Test("101, M9: two clients at one provider each show their own, and a client without one shows nothing")
  func two() throws {
    let provider = try Provider(
      entry: """
        {"name":"bank","protocol":"oauth2","token_endpoint":"https://bank.example/token",
         "api_origins":["https://api.bank.example"]}
        """)
    let shown = ShownCertificates()
    var clients: [RegisteredClient] = []
    for name in ["ada", "ben"] {
      let client = try RegisteredClient(
        name: name, provider: "bank", client: Client(id: ClientID(name), authentication: .tls),
        certificate: try certificate(named: name))
      shown.show(client, to: provider)
      clients.append(client)
    }
    for origin in [try Origin("https://bank.example"), try Origin("https://api.bank.example")] {
      for client in clients {
        ShownCertificates.$holder.withValue(.init(client)) {
          #expect(shown.certificate(for: origin) == client.certificate)
        }
      }
      ShownCertificates.$holder.withValue(.init(provider: "bank", client: "eve")) {
        #expect(shown.certificate(for: origin) == nil)
      }
      #expect(shown.certificate(for: origin) == nil)
    }
    let elsewhere = try Origin("https://elsewhere.example")
    ShownCertificates.$holder.withValue(.init(clients[0])) {
      #expect(shown.certificate(for: elsewhere) == nil)
    }
  }
}
