import Foundation
import HTTPTypes
import Testing
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveBackport
import WayleaveWire

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("100: a proxy of the environment is given tunnels, and nothing to read", .timeLimit(.minutes(10)))
struct ProxyTests {
  /// An answer to a request that nobody has made.
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

  /// A proxy that knows one server by whichever name it is asked for.
  private func proxy(to port: Int) throws -> HostileServer {
    try HostileServer { client in
      guard let server = Tunnel.connect(to: UInt16(port)) else { return }
      client.send("HTTP/1.1 200 Connection established\r\n\r\n")
      Tunnel.relay(client.socket, server)
      close(server)
    }
  }

  private func send(
    _ url: String, authority: CertificateAuthority, by proxy: ProxyChoice, within time: Duration = .seconds(20)
  ) async throws -> ResponseMessage {
    let transport = try AsyncHTTPClientTransport(additionalTrustRoots: authority.rootFile, proxy: proxy)
    let result: Result<ResponseMessage, any Error>
    do {
      var request = RequestMessage(.get, to: try AbsoluteURL(url))
      request.head.headerFields[.authorization] = "Bearer canary-token"
      result = .success(try await transport.send(request, within: .within(time, maximumBodySize: 100_000)))
    } catch { result = .failure(error) }
    await transport.shutdown()
    return try result.get()
  }

  @Test("https goes by CONNECT: the proxy sees the name and its own credentials, not the request")
  func tunnel() async throws {
    let authority = try CertificateAuthority(subjectAlternativeName: "DNS:provider.test")
    _ = try authority.serve()
    let proxy = try proxy(to: authority.port)
    defer { proxy.stop() }
    let choice = try ProxyChoice("http://reader:canary%2Dp%40ss@127.0.0.1:\(proxy.port)")
    #expect(try await send("https://provider.test/", authority: authority, by: choice).status == 200)
    let seen = try #require(proxy.requests.first)
    #expect(seen.hasPrefix("CONNECT provider.test:443 HTTP/1.1\r\n"))
    let credentials = Data("reader:canary-p@ss".utf8).base64EncodedString()
    #expect(seen.lowercased().contains("proxy-authorization: basic \(credentials)".lowercased()))
    #expect(!proxy.requests.joined().contains("canary-token"))
    #expect(!"\(choice)".contains("canary") && !String(reflecting: choice).contains("canary"))
  }

  @Test(
    "a proxy cannot answer in the server's place: neither a certificate for its name nor one for its address will do",
    arguments: ["DNS:proxy.test", "IP:127.0.0.1", "DNS:proxy.test,IP:127.0.0.1"])
  func impostor(names: String) async throws {
    let authority = try CertificateAuthority(subjectAlternativeName: names)
    _ = try authority.serve()
    let proxy = try proxy(to: authority.port)
    defer { proxy.stop() }
    let choice = try ProxyChoice("127.0.0.1:\(proxy.port)")
    await #expect(throws: TransportFailure.self) {
      try await send("https://provider.test/", authority: authority, by: choice)
    }
  }

  @Test("a proxy that nothing listens at is named, without its password")
  func unreachable() async throws {
    let proxy = try HostileServer { _ in }
    proxy.stop()
    try await Task.sleep(for: .milliseconds(100))
    let choice = try ProxyChoice("user:canary-password@127.0.0.1:\(proxy.port)")
    await #expect(throws: TransportFailure.notSent(.proxy("127.0.0.1:\(proxy.port)", .refused))) {
      try await send("https://provider.test/", authority: try CertificateAuthority(), by: choice)
    }
  }

  @Test(
    "a proxy that refuses, redirects or answers for the server itself learns nothing but the server's name",
    arguments: [
      "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n", "HTTP/1.1 403 No\r\n\r\n",
      "HTTP/1.1 302 Found\r\nLocation: https://other.test/\r\n\r\n", "SSH-2.0-OpenSSH\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 200 OK\r\n\r\n" + ok,
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n" + ok,
      "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n" + ok, "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 403 No\r\n\r\n",
      "HTTP/1.1 101 Switching Protocols\r\n\r\n" + ok, ok + ok,
    ])
  func hostile(answer: String) async throws {
    let authority = try CertificateAuthority()
    let heard = Lock("")
    let proxy = try HostileServer { client in
      client.send(answer)
      var buffer = [UInt8](repeating: 0, count: 65536)
      while case let count = buffer.withUnsafeMutableBytes({ read(client.socket, $0.baseAddress, $0.count) }), count > 0
      {
        heard.withLock { $0 += String(decoding: buffer[..<count], as: UTF8.self) }
      }
    }
    defer { proxy.stop() }
    let choice = try ProxyChoice("127.0.0.1:\(proxy.port)")
    var attempts = 0
    // Longer where a busy machine has not sent the request in time.
    for time in [200, 4000, 30_000] where proxy.requests.isEmpty {
      attempts += 1
      await #expect(throws: TransportFailure.self) {
        try await send(
          "https://provider.test/secret-path", authority: authority, by: choice, within: .milliseconds(time))
      }
      for _ in 0..<100 where proxy.requests.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    }
    let requests = proxy.requests
    #expect((1...attempts).contains(requests.count))
    #expect(requests.allSatisfy { $0.hasPrefix("CONNECT provider.test:443 HTTP/1.1\r\n") })
    for secret in ["canary-token", "secret-path"] {
      #expect(!proxy.requests.joined().contains(secret) && !heard.withLock { $0.contains(secret) })
    }
  }

  @Test("this machine is never reached through the proxy, and an exception is not either")
  func direct() async throws {
    let authority = try CertificateAuthority()
    let address = try authority.serve()
    let proxy = try HostileServer { _ in }
    defer { proxy.stop() }
    let choice = try ProxyChoice("http://127.0.0.1:\(proxy.port)")
    #expect(try await send(address, authority: authority, by: choice).status == 200)
    #expect(proxy.requests.isEmpty)
  }

  @Test(
    "what is covered: https beyond this machine, unless the exceptions name it",
    arguments: [
      ("https://api.example.com/", nil, true), ("http://api.example.com/", nil, false),
      ("https://localhost/", nil, false), ("https://127.0.0.1:8443/", nil, false), ("https://[::1]/", nil, false),
      ("https://api.example.com/", "example.com", false), ("https://api.example.com/", ".example.com", false),
      ("https://example.com/", ".example.com", false), ("https://badexample.com/", "example.com", true),
      ("https://api.example.com/", "other.com, API.example.com", false), ("https://api.example.com/", "*", false),
      ("https://api.example.com:8443/", "example.com:8443", false),
      ("https://api.example.com/", "example.com:8443", true), ("https://api.example.com/", "example.com:443", false),
      ("https://api.example.com/", "", true), ("https://api.example.com/", "*.example.com", false),
      ("https://example.com/", "*.example.com", false), ("https://api.example.com./", "example.com", false),
      ("https://api.example.com/", "example.com.", false), ("https://api.example.com/", ".", true),
      ("https://api.example.com:8443/", ".example.com:8443", false), ("https://api.example.com/", "example.com:", true),
      ("https://api.example.com/", "example.com:99999", true),
      ("https://api.example.com/", "other.com example.com", false),
      ("https://api.example.com/", "other.com,*", false), ("https://api.example.com/", "10.0.0.0/8", true),
      ("https://10.1.2.3/", "10.0.0.0/8", false), ("https://11.1.2.3/", "10.0.0.0/8", true),
      ("https://10.1.2.3:8443/", "192.168.0.0/16,10.0.0.0/8", false), ("https://10.1.2.3/", "10.0.0.0/33", true),
      ("https://10.1.2.3/", "10.1.2.3", false), ("https://10.1.2.3/", "1.2.3", true),
      ("https://10.1.2.3/", "10.1.2.3:443", false), ("https://10.1.2.3/", "10.1.2.3:8443", true),
      ("https://[2001:db8::5]/", "2001:db8::/32", false), ("https://[2001:db9::5]/", "2001:db8::/32", true),
      ("https://[2001:db8::5]/", "2001:DB8:0::5", false), ("https://[2001:db8::5]/", "[2001:db8::5]", false),
      ("https://[2001:db8::5]/", "[2001:db8::5]:443", false), ("https://[2001:db8::5]/", "[2001:db8::5]:1", true),
      ("https://[2001:db8::5]/", "10.0.0.0/8", true),
    ] as [(String, String?, Bool)])
  func covers(url: String, exceptions: String?, isCovered: Bool) throws {
    let choice = try ProxyChoice("http://proxy.example:3128", exceptions: exceptions)
    #expect(choice.covers(try AbsoluteURL(url)) == isCovered)
  }

  @Test(
    "the proxy is the environment's: for https or for all, small letters first, and what is empty is not there",
    arguments: [
      ([:], nil), (["HTTPS_PROXY": "a:1"], "a:1"), (["ALL_PROXY": "a:1"], "a:1"), (["all_proxy": "http://a:1"], "a:1"),
      (["HTTPS_PROXY": "a:1", "ALL_PROXY": "b:2"], "a:1"), (["https_proxy": "a:1", "HTTPS_PROXY": "b:2"], "a:1"),
      (["https_proxy": "", "HTTPS_PROXY": "b:2"], "b:2"), (["HTTPS_PROXY": "", "ALL_PROXY": "b:2"], "b:2"),
      (["all_proxy": "a:1", "HTTPS_PROXY": "b:2"], "b:2"), (["all_proxy": "a:1", "ALL_PROXY": "b:2"], "a:1"),
      (["HTTPS_PROXY": "a:1", "ALL_PROXY": "socks5://b:2"], "a:1"), (["HTTP_PROXY": "a:1", "http_proxy": "a:1"], nil),
      (["ALL_PROXY": "socks5://b:2", "NO_PROXY": "*"], nil), (["HTTPS_PROXY": "a:1", "no_proxy": "b, *"], nil),
    ] as [([String: String], String?)])
  func environment(variables: [String: String], expected: String?) throws {
    let choice = try ProxyChoice { variables[$0] }
    #expect(choice?.description == expected.map { "a proxy at \($0)" })
  }

  @Test("the exceptions of the environment go with its proxy, those in small letters first")
  func exceptionsOfEnvironment() throws {
    let variables = ["ALL_PROXY": "http://a:1", "NO_PROXY": "other.com", "no_proxy": "10.0.0.0/8, example.com"]
    let choice = try #require(try ProxyChoice { variables[$0] })
    let covered = try ["https://example.com", "https://10.1.1.1", "https://other.com"].map { try AbsoluteURL($0) }
    #expect(covered.map(choice.covers) == [false, false, true])
  }

  @Test(
    "a proxy of SOCKS, or one over TLS, is refused wherever it was set: to connect directly would show who is asked",
    arguments: ["ALL_PROXY", "all_proxy", "HTTPS_PROXY", "https_proxy"],
    ["socks5://canary@b:2", "socks5h://b:2", "SOCKS4://b:2", "socks://b", "https://canary@b:2", "ftp://b:2"])
  func otherKinds(variable: String, value: String) {
    let error = #expect(throws: OAuthError.self) { try ProxyChoice { $0 == variable ? value : nil } }
    #expect(error?.code == .invalidValue)
    #expect(error.map { !"\($0)".contains("canary") } == true)
    #expect((error?.received?.description.contains("SOCKS") == true) == value.lowercased().hasPrefix("socks"))
  }

  @Test(
    "a proxy that cannot be used is refused rather than passed by, and its password is not shown",
    arguments: [
      "https://reader:canary@proxy.example", "socks5://proxy.example:1080", "http://", "http://proxy.example/path",
      "http://reader:canary%zz@proxy.example", "http://proxy.example:99999", "http://canary@pro xy", "",
    ])
  func refused(text: String) {
    let error = #expect(throws: OAuthError.self) { try ProxyChoice(text) }
    #expect(error?.code == .invalidValue)
    #expect(error.map { !"\($0)".contains("canary") } == true)
  }
}

/// Carries bytes between two sockets until one of them ends.
private enum Tunnel {
  static func connect(to port: UInt16) -> Int32? {
    #if canImport(Glibc)
      let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let socket = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connectSocket(socket, $0, length) }
    }
    return status == 0 ? socket : nil
  }

  static func relay(_ left: Int32, _ right: Int32) {
    var buffer = [UInt8](repeating: 0, count: 65536)
    var both = [
      pollfd(fd: left, events: Int16(POLLIN), revents: 0), pollfd(fd: right, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&both, 2, 20_000) > 0 {
      for (index, one) in both.enumerated() where one.revents != 0 {
        let count = buffer.withUnsafeMutableBytes { read(one.fd, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        HostileServer.Connection(socket: both[1 - index].fd).send(Array(buffer[..<count]))
      }
    }
  }
}

private func connectSocket(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  connect(socket, address, length)
}
