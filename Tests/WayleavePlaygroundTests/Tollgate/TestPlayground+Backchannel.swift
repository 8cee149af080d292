import HTTPTypes
import NIOCore
import NIOPosix
import Testing
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

/// Clients that have persons asked on devices of theirs.
enum BackchannelTestClient {
  static let secret = Secret("a-secret-of-the-tests-of-32-bytes")

  /// The client of the demonstration, which polls.
  static func bank() throws -> Client {
    try Client(id: "tollgate-bank", secret: Secret("tollgate-bank-secret-not-real"))
  }

  /// One that gets a ping for each answer.
  static func pinged() throws -> Client { try Client(id: "test-pinged", secret: secret) }

  /// One that signs its requests.
  static func signing() throws -> Client { try Client(id: "test-signing", key: TollgateTestClient.signingKey.get()) }

  static func metadata(
    _ mode: String, address: String? = nil, algorithm: String? = nil
  ) throws -> ClientMetadata {
    var members = JSON.Object()
    members["backchannel_token_delivery_mode"] = .string(mode)
    members["backchannel_client_notification_endpoint"] = address.map(JSON.string)
    members["backchannel_authentication_request_signing_alg"] = algorithm.map(JSON.string)
    let key = try TollgateTestClient.signingKey.get().publicKey
    return ClientMetadata(
      authentication: algorithm == nil ? .basic : .privateKeyJWT, grantTypes: [BackchannelGrant.grantType],
      keys: algorithm == nil ? nil : .set(try JSONWebKeySet([key].compactMap(\.self))), additional: members)
  }

  /// What is registered besides the clients of the demonstration.
  static func registrations(address: String = "http://127.0.0.1:1/ping") throws -> [TollgateClient] {
    [
      try TollgateClient(id: "test-pinged", secret: secret, metadata: metadata("ping", address: address)),
      try TollgateClient(id: "test-signing", metadata: metadata("poll", algorithm: "ES256")),
    ]
  }
}

/// The pings of a playground, in their order.
final class ToldPings: Sendable {
  private let all = Lock<[RequestMessage]>([])
  let stream: AsyncStream<RequestMessage>
  private let sent: AsyncStream<RequestMessage>.Continuation

  init() { (stream, sent) = AsyncStream.makeStream() }

  var count: Int { all.withLock(\.count) }

  func tell(_ ping: RequestMessage) {
    all.withLock { $0.append(ping) }
    sent.yield(ping)
  }

  func next() async -> RequestMessage? { await stream.first { _ in true } }
}

extension TestPlayground {
  /// A playground whose clients get their answers reported by `pings`.
  static func withBackchannel<Result: Sendable>(
    approval: PlaygroundConfiguration.Approval = .byPage, telling pings: ToldPings? = nil,
    address: String = "http://127.0.0.1:1/ping",
    _ body: @Sendable (TestPlayground) async throws -> Result
  ) async throws -> Result {
    try await withTollgate(
      approval: approval,
      {
        $0.tollgate.clients += try BackchannelTestClient.registrations(address: address)
        if let pings { $0.notifier = { pings.tell($0) } }
      }, body)
  }

  static func question(
    _ hint: BackchannelAuthenticationRequest.Hint = .login("adafenwick"), token: Secret? = nil
  ) -> BackchannelAuthenticationRequest {
    BackchannelAuthenticationRequest(
      hint, access: RequestedAccess(scopes: ["openid", "notes.read"]), bindingMessage: "W4SCT",
      notificationToken: token)
  }

  /// A question as it stands in a form.
  static let unsigned: Form = ["login_hint": "adafenwick", "scope": "openid"]

  func ask(
    _ question: BackchannelAuthenticationRequest = Self.question(), as client: Client? = nil
  ) async throws -> ResponseMessage {
    try await visitor.send(
      question.request(
        to: tollgate.backchannelAuthenticationEndpoint, as: try client ?? BackchannelTestClient.bank()))
  }

  func begin(
    _ question: BackchannelAuthenticationRequest = Self.question(), as client: Client? = nil
  ) async throws -> BackchannelAuthenticationResponse {
    try BackchannelAuthenticationResponse(reading: try await ask(question, as: client))
  }

  func poll(_ requestID: Secret, as client: Client? = nil) async throws -> ResponseMessage {
    try await visitor.send(
      BackchannelGrant(requestID: requestID)
        .request(to: tollgate.tokenEndpoint, as: try client ?? BackchannelTestClient.bank()))
  }

  func telephone() async throws -> ResponseMessage { try await visitor.open(base + "/tollgate/telephone") }

  /// Answers what is asked, as Ada.
  func answer(_ decision: String) async throws -> ResponseMessage {
    var page = try await visitor.submit(try await telephone(), ["decision": "continue"])
    if page.isSignInPage { page = try await signIn(page) }
    return try await visitor.submit(page, ["decision": decision])
  }
}

/// A client's own server on this machine, at which answers are reported.
struct NotificationListener {
  let address: String
  let pings = ToldPings()
  private let channel: any Channel
  private let serving: Task<Void, any Error>

  static func open() async throws -> NotificationListener {
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .bind(host: "127.0.0.1", port: 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return NotificationListener(server)
  }

  private init(_ server: NIOAsyncChannel<NIOAsyncChannel<ByteBuffer, ByteBuffer>, Never>) {
    channel = server.channel
    address = "http://127.0.0.1:\(server.channel.localAddress?.port ?? 0)/ping?client=test"
    let (pings, address) = (pings, address)
    serving = Task {
      try await server.executeThenClose { connections in
        for try await connection in connections { try await Self.serve(connection, at: address, telling: pings) }
      }
    }
  }

  func close() async {
    try? await channel.close()
    _ = await serving.result
  }

  /// Enough of HTTP for one request with a body.
  private static func serve(
    _ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>, at address: String, telling pings: ToldPings
  ) async throws {
    try await connection.executeThenClose { inbound, outbound in
      var text = ""
      for try await part in inbound {
        text += String(buffer: part)
        let halves = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let length = text.firstMatch(of: /Content-Length: ([0-9]+)/).flatMap({ Int($0.1) }),
          halves[1].utf8.count >= length
        else { continue }
        #expect(text.hasPrefix("POST /ping?client=test HTTP/1.1\r\n"))
        var request = RequestMessage(.post, to: try AbsoluteURL(address))
        request.body = Array(halves[1].utf8)
        for field in ["Authorization", "Content-Type"] {
          let value = halves[0].split(separator: "\r\n").first { $0.hasPrefix("\(field): ") }
          try request.setHeader(
            field == "Authorization" ? .authorization : .contentType,
            to: String(try #require(value).dropFirst(field.count + 2)))
        }
        pings.tell(request)
        try await outbound.write(ByteBuffer(string: "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"))
        break
      }
    }
  }
}
