import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import WayleaveWire

/// A browser and an HTTP client in one: sends what a test asks for, keeps cookies, follows redirects only when asked.
actor Visitor {
  let base: String
  /// Without the path of a tenant.
  let origin: String
  private(set) var cookies: [String: String] = [:]

  private static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    // Else a refused connection is tried again until the deadline.
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }()

  init(base: String) {
    self.base = base
    origin = base.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
  }

  /// Sends a request as it is, without cookies.
  nonisolated func send(_ message: RequestMessage) async throws -> ResponseMessage {
    try await Self.client.send(message)
  }

  /// Opens an address, with cookies, and follows redirects within the playground.
  func open(_ url: String, following: Bool = true) async throws -> ResponseMessage {
    try await follow(try await sendWithCookies(RequestMessage(.get, to: AbsoluteURL(url))), following)
  }

  /// Sends the form of a page with further fields, as a browser of no particular kind does.
  func submit(
    _ page: ResponseMessage, _ fields: Form, origin: String? = nil, site: String? = nil, following: Bool = true
  ) async throws -> ResponseMessage {
    var form = page.hiddenFields
    form.fields += fields.fields
    return try await post(
      form, to: page.formAction ?? "", origin: origin ?? self.origin, site: site, following: following)
  }

  /// Sends a form to a path of the playground.
  func post(
    _ form: Form, to path: String, origin: String?, site: String? = nil, following: Bool = true
  ) async throws -> ResponseMessage {
    var request = RequestMessage(posting: form, to: try Endpoint(self.origin + path))
    request.head.headerFields[.origin] = origin.flatMap { $0.isEmpty ? nil : $0 }
    if let name = HTTPField.Name("Sec-Fetch-Site") { request.head.headerFields[name] = site }
    return try await follow(try await sendWithCookies(request), following)
  }

  func forgetCookies() { cookies = [:] }

  func setCookies(_ cookies: [String: String]) { self.cookies = cookies }

  private func sendWithCookies(_ request: RequestMessage) async throws -> ResponseMessage {
    var request = request
    if !cookies.isEmpty {
      request.head.headerFields[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    }
    let response = try await send(request)
    for value in response.head.headerFields[values: .setCookie] {
      let pair = value.split(separator: ";")[0].split(separator: "=", maxSplits: 1)
      cookies[String(pair[0])] = String(pair[1])
    }
    return response
  }

  private func follow(_ response: ResponseMessage, _ following: Bool) async throws -> ResponseMessage {
    guard following, response.status == 303, let next = response.location, next.hasPrefix(base + "/") else {
      return response
    }
    return try await open(next)
  }
}

extension HTTPClient {
  /// Sends a message as it is.
  func send(_ message: RequestMessage) async throws -> ResponseMessage {
    var request = HTTPClientRequest(url: message.url ?? "")
    request.method = .init(rawValue: message.head.method.rawValue)
    for field in message.head.headerFields { request.headers.add(name: field.name.rawName, value: field.value) }
    // Else the pool offers a connection to a playground that has ended, when another one has its port.
    request.headers.add(name: "Connection", value: "close")
    if !message.body.isEmpty { request.body = .bytes(ByteBuffer(bytes: message.body)) }
    let response = try await execute(request, timeout: .seconds(20))
    var fields = HTTPFields()
    for (name, value) in response.headers {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    let body = try await response.body.collect(upTo: 1 << 20)
    return ResponseMessage(
      HTTPResponse(status: .init(code: Int(response.status.code)), headerFields: fields),
      body: Array(body.readableBytesView))
  }
}

extension Message where Head == HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }

  var location: String? { head.headerFields[.location] }

  var json: JSON? { try? JSON(decoding: body) }

  /// The number of an error in Twitter's shape.
  var twitterCode: Int64? { json?.value(at: "errors.0.code")?.integer }

  /// The word of an error in OAuth 2's shape.
  var oauthError: String? { json?["error"]?.string }

  /// The query of the callback that a redirect leads to.
  var callback: Form {
    get throws { try Form(decoding: AbsoluteURL(location ?? "").query ?? "") }
  }

  var formAction: String? { text.firstMatch(of: /<form method="post" action="([^"]+)">/).map { String($0.1) } }

  var hiddenFields: Form {
    Form(
      text.matches(of: /<input type="hidden" name="([^"]+)" value="([^"]+)">/).map {
        (name: String($0.1), value: String($0.2))
      })
  }

  var isConsentPage: Bool { text.contains("value=\"allow\"") }

  var isSignInPage: Bool { text.contains("value=\"sign-in\"") }
}
