import Foundation
import Wayleave
import WayleaveWire

/// An authority that nobody trusts yet, and a server with a certificate from it: made and run by the openssl command.
final class CertificateAuthority {
  let folder: URL
  private var servers: [Process] = []
  /// Where the server that was started last listens.
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

  /// A certificate of this authority for a client, with its key.
  func client(named name: String) throws -> ClientCertificate {
    try openssl(
      "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "\(name).key", "-out",
      "\(name).csr", "-subj", "/CN=\(name)")
    try openssl(
      "x509", "-req", "-in", "\(name).csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out",
      "\(name).pem", "-days", "2")
    func text(_ file: String) throws -> Secret { Secret(Array(try Data(contentsOf: folder.appending(path: file)))) }
    return try ClientCertificate(pem: text("\(name).pem"), privateKey: text("\(name).key"))
  }

  /// Starts a server that answers every request with a page; gives its address.
  func serve(_ options: [String] = []) throws -> String {
    let process = openSSL(
      ["s_server", "-www", "-accept", "127.0.0.1:0", "-cert", "server.pem", "-key", "server.key"] + options)
    return try address(of: process) { line in
      line.hasPrefix("ACCEPT") ? line.split(separator: ":").last.flatMap { Int($0) } : nil
    }
  }

  /// Starts a server that asks for certificates of this authority, keeps its connections open, and answers with the
  /// client's name and the number of the connection; gives its address.
  func serveAskingForCertificates(required: Bool = false) throws -> String {
    let script = """
      import http.server, ssl
      class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        connections = 0
        def setup(self):
          super().setup()
          Handler.connections += 1
          self.number = Handler.connections
        def do_GET(self):
          shown = self.connection.getpeercert()
          name = shown["subject"][0][0][1] if shown else "nobody"
          body = f"{name} {self.number}".encode()
          self.send_response(200)
          self.send_header("Content-Length", str(len(body)))
          self.end_headers()
          self.wfile.write(body)
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
      context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
      context.load_cert_chain("server.pem", "server.key")
      context.load_verify_locations("ca.pem")
      context.verify_mode = ssl.\(required ? "CERT_REQUIRED" : "CERT_OPTIONAL")
      server.socket = context.wrap_socket(server.socket, server_side=True)
      print(server.server_address[1], flush=True)
      server.serve_forever()
      """
    return try address(of: process(["python3", "-c", script])) { Int($0) }
  }

  /// Runs a server, and gives its address once a line of its output has the port.
  private func address(of process: Process, port: (Substring) -> Int?) throws -> String {
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    servers.append(process)
    var text = ""
    while true {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Failure(words: "the server ended: \(text)") }
      text += String(decoding: data, as: UTF8.self)
      let whole = text.split(separator: "\n").dropLast(text.hasSuffix("\n") ? 0 : 1)
      guard let found = whole.lazy.compactMap(port).first else { continue }
      self.port = found
      return "https://127.0.0.1:\(found)/"
    }
  }

  deinit {
    // The child may have inherited a mask that blocks SIGTERM: only SIGKILL is sure to end it.
    for server in servers {
      kill(server.processIdentifier, SIGKILL)
      server.waitUntilExit()
    }
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

  private func openSSL(_ arguments: [String]) -> Process { process(["openssl"] + arguments) }

  private func process(_ command: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }
}
