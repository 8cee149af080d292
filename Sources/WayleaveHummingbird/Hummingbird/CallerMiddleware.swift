public import Hummingbird
import Logging
import Wayleave
public import WayleaveResourceServer

/// The context of a route of an API, which knows who calls.
public protocol CallerRequestContext: RequestContext {
  /// Who calls; ``CallerMiddleware`` sets it, and before it nothing is known.
  var caller: Caller? { get set }
}

/// Lets only those requests through whose access token an API accepts, and answers all others itself.
///
/// RFC 6750 §3. It answers requests for the metadata of the API as well (RFC 9728 §3.2): add it to the router itself, so
/// that it sees them. Why a request is refused goes to its logger, without the token: as an error, once a minute, where the
/// issuer does not answer as one, since that may be a fault of the API's own; else at the level info.
public struct CallerMiddleware<Context: CallerRequestContext>: RouterMiddleware {
  private let resource: ProtectedResource
  private let scopes: [String]
  private let certificate: (@Sendable (Request, Context) -> CertificateThumbprint?)?
  private let client: (@Sendable (Request, Context) -> String?)?
  private let failures = FailurePace()

  /// The middleware of an API, for routes that need these scopes.
  ///
  /// `certificate` says which certificate the connection of a request showed (RFC 8705 §3); without it there is none, and a
  /// token that is bound to one is refused. Behind a proxy it may read a field, such as by
  /// `CertificateThumbprint(passedOnIn:)`, of requests that this proxy passes on and of no others. `client` says from where a
  /// request comes, as `ProtectedResource.check` describes; without it all are one client.
  ///
  /// A form of at most 64 KB that says its length is read before the route has it: a second token in it refuses the request
  /// (RFC 6750 §2).
  public init(
    _ resource: ProtectedResource, scopes: [String] = [],
    certificate: (@Sendable (Request, Context) -> CertificateThumbprint?)? = nil,
    client: (@Sendable (Request, Context) -> String?)? = nil
  ) {
    self.resource = resource
    self.scopes = scopes
    self.certificate = certificate
    self.client = client
  }

  /// Hands on a request with its caller, or answers it.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    if let metadata = resource.metadataAnswer(to: request.head) { return Response(metadata) }
    var (request, context) = (request, context)
    let form = try await request.shortForm()
    let caller: Caller
    do throws(RefusedRequest) {
      caller = try await resource.check(
        request.head, body: form, certificate: certificate?(request, context), demanding: AccessDemand(scopes: scopes),
        from: client?(request, context))
    } catch {
      // Not where too much has come, or the issuer says so of itself.
      let mayBeOwn = error.response.status == .serviceUnavailable && error.reason?.code != .serverUnavailable
      let isFailure = mayBeOwn && failures.admits(at: WallClock.now())
      if let reason = error.reason { context.logger.log(level: isFailure ? .error : .info, "\(reason)") }
      return Response(status: error.response.status, headers: error.response.headerFields)
    }
    context.caller = caller
    var response = try await next(request, context)
    for field in caller.answerFields { response.headers.append(field) }
    return response
  }
}

extension Request {
  /// The form that is the body, which a route can still read; empty for another body, and for one that is long or does not
  /// say how long it is.
  fileprivate mutating func shortForm() async throws -> [UInt8] {
    let longest = 64 * 1024
    // Without a token it is refused in any case.
    guard headers[.authorization] != nil, RequestMessage(head).hasForm,
      let length = headers[.contentLength].flatMap({ Int($0) }), length <= longest
    else { return [] }
    return Array(try await collectBody(upTo: longest).readableBytesView)
  }
}
