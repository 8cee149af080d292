import Foundation
import HTTPTypes
import Testing
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveBackport
import WayleaveWire

@Suite("RFC 8705 §2: the transport shows a client's certificate", .timeLimit(.minutes(10)))
struct MutualTLSTests {
  @Test("to the origin that it is for, and to no other: there the client is unknown")
  func origins() async throws {
    let authority = try CertificateAuthority()
    let (ours, theirs) = (try authority.serveAskingForCertificates(), try authority.serveAskingForCertificates())
    let certificate = try authority.client(named: "reader")
    let origin = try Origin(ours)
    try await withTransport(authority, showing: { $0 == origin ? certificate : nil }) { transport in
      let names = [try await name(at: ours, by: transport), try await name(at: theirs, by: transport)]
      #expect(names == ["reader 1", "nobody 1"])
    }
  }

  @Test("a server that demands one answers the client that shows it, and no other")
  func required() async throws {
    let authority = try CertificateAuthority()
    let address = try authority.serveAskingForCertificates(required: true)
    let certificate = try authority.client(named: "reader")
    try await withTransport(authority, showing: { _ in certificate }) { transport in
      let shown = try await name(at: address, by: transport)
      #expect(shown == "reader 1")
    }
    try await withTransport(authority, showing: { _ in nil }) { transport in
      await #expect(throws: TransportFailure.self) { try await name(at: address, by: transport) }
    }
  }

  @Test("a certificate of another authority than the server's is of no use to it")
  func foreign() async throws {
    let authority = try CertificateAuthority()
    let foreign = try CertificateAuthority().client(named: "reader")
    let address = try authority.serveAskingForCertificates(required: true)
    try await withTransport(authority, showing: { _ in foreign }) { transport in
      await #expect(throws: TransportFailure.self) { try await name(at: address, by: transport) }
    }
  }

  @Test("101, 8705-5: a connection is used again by the one who opened it, and by no one else")
  func pools() async throws {
    let authority = try CertificateAuthority()
    let address = try authority.serveAskingForCertificates()
    let (ada, ben) = (try authority.client(named: "ada"), try authority.client(named: "ben"))
    let shown = Lock<ClientCertificate?>(nil)
    try await withTransport(authority, showing: { _ in shown.withLock { $0 } }) { transport in
      var names: [String] = []
      for certificate in [ada, ada, nil, ben, nil, ada, ben] {
        shown.withLock { $0 = certificate }
        names.append(try await name(at: address, by: transport))
      }
      #expect(names == ["ada 1", "ada 1", "nobody 2", "ben 3", "nobody 2", "ada 1", "ben 3"])
    }
  }

  @Test("a transport that was shut down shows no certificate, and opens no connection")
  func shutDown() async throws {
    let authority = try CertificateAuthority()
    let address = try authority.serveAskingForCertificates()
    let certificate = try authority.client(named: "reader")
    try await withTransport(authority, showing: { _ in certificate }) { transport in
      await transport.shutdown()
      let request = RequestMessage(.get, to: try AbsoluteURL(address))
      let error = await #expect(throws: TransportFailure.self) {
        try await transport.send(request, within: .within(.seconds(5), maximumBodySize: 1000))
      }
      guard case .notSent? = error else {
        Issue.record("something may have been sent")
        return
      }
    }
  }

  private func name(at address: String, by transport: AsyncHTTPClientTransport) async throws -> String {
    let request = RequestMessage(.get, to: try AbsoluteURL(address))
    let answer = try await transport.send(request, within: .within(.seconds(20), maximumBodySize: 1000))
    return String(decoding: answer.body, as: UTF8.self)
  }

  private func withTransport(
    _ authority: CertificateAuthority, showing certificate: @escaping AsyncHTTPClientTransport.CertificateChoice,
    _ body: (AsyncHTTPClientTransport) async throws -> Void
  ) async throws {
    let transport = try AsyncHTTPClientTransport(
      additionalTrustRoots: authority.rootFile, certificate: certificate)
    do { try await body(transport) } catch {
      await transport.shutdown()
      throw error
    }
    await transport.shutdown()
  }
}
