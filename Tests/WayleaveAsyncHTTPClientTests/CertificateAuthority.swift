import Foundation

/// An authority that nobody trusts yet, and a server with a certificate from it: made and run by the openssl command.
final class CertificateAuthority {
  let folder: URL
  private var server: Process?
  private(set) var port = 0

  var rootFile: String { folder.appending(path: "ca.pem").path }

  /// An authority with a certificate for these names, such as `IP:127.0.0.1`.
  init(subjectAlternativeName: String = "IP:127.0.0.1", days: Int = 2) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "wayleave-authority-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try openssl(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "ca.key", "-out",
      "ca.pem",
      "-days", "2", "-subj", "/CN=Test authority")
    try openssl(
      "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "server.key", "-out",
      "server.csr",
      "-subj", "/CN=Test server")
    try Data("subjectAltName=\(subjectAlternativeName)\n".utf8).write(to: folder.appending(path: "extensions"))
    try openssl(
      "x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "server.pem",
      "-days", "\(days)", "-extfile", "extensions")
  }

  /// Starts a server that answers every request with a page; gives its address.
  func serve() throws -> String {
    let process = openSSL(["s_server", "-www", "-accept", "127.0.0.1:0", "-cert", "server.pem", "-key", "server.key"])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    server = process
    var text = ""
    while port == 0 {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Failure(words: "s_server ended: \(text)") }
      text += String(decoding: data, as: UTF8.self)
      guard
        let line = text.split(separator: "\n").dropLast(text.hasSuffix("\n") ? 0 : 1).first(where: {
          $0.hasPrefix("ACCEPT")
        }),
        let digits = line.split(separator: ":").last
      else { continue }
      port = Int(digits) ?? 0
    }
    return "https://127.0.0.1:\(port)/"
  }

  deinit {
    // The child may have inherited a mask that blocks SIGTERM: only SIGKILL is sure to end it.
    if let server { kill(server.processIdentifier, SIGKILL) }
    server?.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  struct Failure: Error {
    let words: String
  }

  private func openssl(_ arguments: String...) throws {
    let process = openSSL(arguments)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(words: "openssl \(arguments[0]) failed") }
  }

  private func openSSL(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }
}
