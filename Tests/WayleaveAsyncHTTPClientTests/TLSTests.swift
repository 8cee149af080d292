import Foundation
import HTTPTypes
import Testing
import Wayleave
import WayleaveWire

@testable import WayleaveAsyncHTTPClient

@Suite("99, 6750-7: the transport and certificates", .timeLimit(.minutes(10)))
struct TLSTests {
  @Test("an authority of the user's own is trusted in addition to the system's, and only where it was given")
  func ownAuthority() async throws {
    let authority = try CertificateAuthority()
    let request = RequestMessage(.get, to: try AbsoluteURL(try authority.serve()))
    #expect(try await exchange(request, trustRoots: authority.rootFile).status == 200)
    try await expectNotSent(request, because: .certificateTrust)
  }

  @Test("RFC 9525 §6.1: for a name, a certificate for the address that it leads to is refused: DNS would decide")
  func addressForName() async throws {
    let authority = try CertificateAuthority()
    let byAddress = try authority.serve()
    let byName = byAddress.replacing("127.0.0.1", with: "localhost")
    try await expectNotSent(
      RequestMessage(.get, to: try AbsoluteURL(byName)), trustRoots: authority.rootFile,
      because: .certificateName)
    let both = try CertificateAuthority(subjectAlternativeName: "DNS:localhost,IP:127.0.0.1")
    for url in [try both.serve(), try both.serve().replacing("127.0.0.1", with: "localhost")] {
      let request = RequestMessage(.get, to: try AbsoluteURL(url))
      #expect(try await exchange(request, trustRoots: both.rootFile).status == 200)
    }
  }

  @Test(
    "RFC 9525 §6.3: a wildcard stands for one whole label, the first",
    arguments: [
      ("a.example.com", "a.example.com", true), ("a.example.com", "*.example.com", true),
      ("a.example.com.", "a.example.com", true), ("a.b.example.com", "*.example.com", false),
      ("example.com", "*.example.com", false), ("a.example.com", "*.com", false), ("a.example.com", "*", false),
      ("a.example.com", "a*.example.com", false), ("a.example.com", "b.example.com", false), ("localhost", "*.", false),
    ])
  func wildcards(host: String, name: String, isNamed: Bool) throws {
    #expect(try ConnectionCheck(origin: Origin("https://\(host)"), address: nil).isNamed(by: name) == isNamed)
  }

  @Test("a certificate for another name is refused though its authority is trusted")
  func otherName() async throws {
    let authority = try CertificateAuthority(subjectAlternativeName: "IP:127.0.0.2,DNS:other.example")
    try await expectNotSent(
      RequestMessage(.get, to: try AbsoluteURL(try authority.serve())), trustRoots: authority.rootFile,
      because: .certificateName)
  }

  @Test("a certificate of another authority than the one given is refused")
  func otherAuthority() async throws {
    let authority = try CertificateAuthority()
    let other = try CertificateAuthority()
    try await expectNotSent(
      RequestMessage(.get, to: try AbsoluteURL(try authority.serve())), trustRoots: other.rootFile,
      because: .certificateTrust)
  }

  @Test("a certificate that has expired is refused though its authority is trusted")
  func expired() async throws {
    let authority = try CertificateAuthority(days: -1)
    try await expectNotSent(
      RequestMessage(.get, to: try AbsoluteURL(try authority.serve())), trustRoots: authority.rootFile,
      because: .certificateTrust)
  }

  @Test("RFC 8996: TLS 1.0 and 1.1 are refused, 1.2 and 1.3 taken", arguments: ["1", "1_1", "1_2", "1_3"])
  func versions(version: String) async throws {
    let authority = try CertificateAuthority()
    let options =
      ["-tls\(version)"] + (version.hasPrefix("1_") && version != "1_1" ? [] : ["-cipher", "ALL:@SECLEVEL=0"])
    let request = RequestMessage(.get, to: try AbsoluteURL(try authority.serve(options)))
    if ["1_2", "1_3"].contains(version) {
      #expect(try await exchange(request, trustRoots: authority.rootFile).status == 200)
    } else {
      try await expectNotSent(
        request, trustRoots: authority.rootFile, because: .tls("the server has only old versions of TLS"))
    }
  }

  @Test("77: a server that never answers the handshake is given up at the deadline, and holds up no shutdown")
  func silentHandshake() async throws {
    let server = try HostileServer { _ in }
    defer { server.stop() }
    let request = RequestMessage(.get, to: try AbsoluteURL("https://127.0.0.1:\(server.port)/"))
    let start = ContinuousClock.now
    #expect(await failure(of: request, within: .milliseconds(200)) == .timedOut(wasSent: true))
    #expect(.now - start < .seconds(25))
  }

  @Test("a file of authorities that is missing, or holds none, is refused before anything is sent")
  func unreadableFile() throws {
    let empty = FileManager.default.temporaryDirectory.appending(path: "wayleave-\(UUID().uuidString).pem")
    try Data("no certificates".utf8).write(to: empty)
    defer { try? FileManager.default.removeItem(at: empty) }
    for path in ["/nonexistent.pem", empty.path] {
      let error = #expect(throws: OAuthError.self) { try AsyncHTTPClientTransport(additionalTrustRoots: path) }
      #expect(error?.code == .invalidValue)
    }
  }

  /// Refused at once, not at the deadline, and as something that was not sent.
  private func expectNotSent(
    _ request: RequestMessage, trustRoots: String? = nil, because cause: TransportFailure.Cause
  ) async throws {
    let start = ContinuousClock.now
    #expect(await failure(of: request, within: .seconds(30), trustRoots: trustRoots) == .notSent(cause))
    #expect(.now - start < .seconds(25))
  }
}
