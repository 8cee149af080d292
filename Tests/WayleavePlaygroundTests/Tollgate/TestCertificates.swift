import AsyncHTTPClient
import Foundation
import NIOSSL
import WayleavePlayground
import WayleaveWire

/// An authority that nobody trusts yet, and the certificates of a playground and its clients: made by openssl.
final class TestCertificates: Sendable {
  private let folder: URL

  /// A certificate with its key.
  enum Holder: String {
    /// The playground's own.
    case server
    /// Of the authority, for `web.client.example` and for `https://web.client.example/id`.
    case web
    /// Of the authority, for `other.client.example`.
    case other
    /// Signed by itself, and known to the playground.
    case lone
    /// Signed by itself, and known to nobody.
    case stranger
  }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "wayleave-certificates-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try makeSelfSigned("authority")
    try makeSelfSigned(Holder.lone.rawValue)
    try makeSelfSigned(Holder.stranger.rawValue)
    try make(.server, for: "IP:127.0.0.1")
    try make(.web, for: "DNS:web.client.example,URI:https://web.client.example/id")
    try make(.other, for: "DNS:other.client.example")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func text(_ file: String) throws -> String { try String(contentsOf: folder.appending(path: file), encoding: .utf8) }

  /// The second port of a playground.
  var tls: PlaygroundTLS {
    get throws {
      PlaygroundTLS(
        certificateChain: try text("server.pem"), privateKey: Secret(try text("server.key")),
        clientAuthorities: try text("authority.pem") + text("lone.pem"))
    }
  }

  /// Sends as somebody who holds a certificate; nil for somebody who holds none.
  func visiting<Result>(as holder: Holder?, _ body: (HTTPClient) async throws -> Result) async throws -> Result {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(text("authority.pem").utf8)))
    if let holder {
      tls.certificateChain = try NIOSSLCertificate.fromPEMBytes(Array(text("\(holder.rawValue).pem").utf8))
        .map { .certificate($0) }
      tls.privateKey = .privateKey(
        try NIOSSLPrivateKey(bytes: Array(text("\(holder.rawValue).key").utf8), format: .pem))
    }
    var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
    configuration.connectionPool.retryConnectionEstablishment = false
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let outcome: Swift.Result<Result, any Error>
    do { outcome = .success(try await body(client)) } catch { outcome = .failure(error) }
    try await client.shutdown()
    return try outcome.get()
  }

  private func makeSelfSigned(_ name: String) throws {
    try openssl(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "\(name).key",
      "-out", "\(name).pem", "-days", "2", "-subj", "/CN=Test \(name)")
    try openssl("pkey", "-in", "\(name).key", "-pubout", "-out", "\(name).pub")
  }

  private func make(_ holder: Holder, for subject: String) throws {
    let name = holder.rawValue
    try openssl(
      "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "\(name).key", "-out",
      "\(name).csr", "-subj", "/CN=Test \(name)")
    try Data("subjectAltName=\(subject)\n".utf8).write(to: folder.appending(path: "\(name).ext"))
    try openssl(
      "x509", "-req", "-in", "\(name).csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial",
      "-out", "\(name).pem", "-days", "2", "-extfile", "\(name).ext")
  }

  private struct Failure: Error {
    let command: String
  }

  private func openssl(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(command: arguments.joined(separator: " ")) }
  }
}
