public import CoreMetrics
public import Hummingbird
import Logging
public import Wayleave
import WayleaveWire

/// Serves the paths of a website's sign-in, and hands on all other requests.
///
/// Add it to the router before the routes: `router.add(middleware: SignInMiddleware(website))`. What fails goes to the
/// logger of the request, without secrets. What anyone can send and is at fault itself is counted, as
/// `wayleave.website.refusals` by `code`, and is in the log at the level debug.
public struct SignInMiddleware<Context: RequestContext>: RouterMiddleware {
  private let website: Website
  private let client: (@Sendable (Request, Context) -> String?)?
  private let metrics: any MetricsFactory

  /// The middleware of a website.
  ///
  /// `client` says from where a request comes, as ``Website/answer(to:from:)`` describes; without it all are one client.
  public init(
    _ website: Website, client: (@Sendable (Request, Context) -> String?)? = nil,
    metrics: any MetricsFactory = MetricsSystem.factory
  ) {
    self.website = website
    self.client = client
    self.metrics = metrics
  }

  /// Answers a request for a path of the website.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard website.answers(request.head) else { return try await next(request, context) }
    let body = try await request.body.collect(upTo: Website.largestBody)
    let message = RequestMessage(request.head, body: Array(body.readableBytesView))
    guard let answer = await website.answer(to: message, from: client?(request, context)) else {
      return try await next(request, context)
    }
    if let failure = answer.failure { context.logger.error("\(failure)") }
    if let refusal = answer.refusal {
      context.logger.debug("\(refusal)")
      let dimensions = [("code", refusal.code.rawValue)]
      Counter(label: "wayleave.website.refusals", dimensions: dimensions, factory: metrics).increment()
    }
    return Response(answer.response)
  }
}

/// Hands on the requests of visitors who are signed in, and sends all others to the sign-in, which leads back. An app gets
/// 401.
public struct SignedInMiddleware<Context: RequestContext>: RouterMiddleware {
  private let website: Website

  /// The middleware of a website.
  public init(_ website: Website) { self.website = website }

  /// Hands on a request with a session.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard try await website.session(of: request) == nil else { return try await next(request, context) }
    return Response(website.invitation(for: RequestMessage(request.head)))
  }
}

extension Website {
  /// The session of the visitor who sent a request; nil for one who is not signed in, and for a form of another website.
  public func session(of request: Request) async throws(OAuthError) -> WebSession? {
    try await session(of: RequestMessage(request.head))
  }
}

extension Response {
  /// A message of ours as Hummingbird has it.
  init(_ message: ResponseMessage) {
    self.init(
      status: message.head.status, headers: message.head.headerFields,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: message.body)))
  }
}
