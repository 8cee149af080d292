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
/// that it sees them. Why a request is refused goes to its logger, without the token.
public struct CallerMiddleware<Context: CallerRequestContext>: RouterMiddleware {
  private let resource: ProtectedResource
  private let scopes: [String]
  private let certificate: (@Sendable (Request, Context) -> CertificateThumbprint?)?

  /// The middleware of an API, for routes that need these scopes.
  ///
  /// `certificate` says which certificate the connection of a request showed (RFC 8705 §3); without it there is none, and a
  /// token that is bound to one is refused. Behind a proxy it may read a field, such as by
  /// `CertificateThumbprint(passedOnIn:)`, of requests that this proxy passes on and of no others.
  public init(
    _ resource: ProtectedResource, scopes: [String] = [],
    certificate: (@Sendable (Request, Context) -> CertificateThumbprint?)? = nil
  ) {
    self.resource = resource
    self.scopes = scopes
    self.certificate = certificate
  }

  /// Hands on a request with its caller, or answers it.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    if let metadata = resource.metadataAnswer(to: request.head) { return Response(metadata) }
    var context = context
    let caller: Caller
    do throws(RefusedRequest) {
      caller = try await resource.check(
        request.head, certificate: certificate?(request, context), demanding: AccessDemand(scopes: scopes))
    } catch {
      if let reason = error.reason { context.logger.info("\(reason)") }
      return Response(status: error.response.status, headers: error.response.headerFields)
    }
    context.caller = caller
    var response = try await next(request, context)
    for field in caller.answerFields { response.headers.append(field) }
    return response
  }
}
