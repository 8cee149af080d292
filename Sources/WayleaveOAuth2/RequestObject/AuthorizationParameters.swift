public import WayleaveWire

/// The parameters of an authorization request, in whichever of three ways a client brings them.
///
/// RFC 9101 §5.
public enum AuthorizationParameters: Sendable, Equatable {
  /// As they are.
  case plain(Form)
  /// As a request object, of which nothing is verified yet; see ``RequestObject``.
  case object(Secret, clientID: ClientID)
  /// As the name of a request that was pushed, or the address of a request object.
  case reference(String, clientID: ClientID)

  /// Reads the query of a request; throws `request_object.malformed` or `wire.duplicate_parameter`.
  ///
  /// "The client MUST NOT use request and request_uri in the same request", and `client_id` must stand outside: next to an
  /// object or a reference, nothing else that stands outside counts (§6.3).
  public init(reading form: Form) throws(OAuthError) {
    let (object, reference) = (try form.nonEmptyText(of: "request"), try form.nonEmptyText(of: "request_uri"))
    let clientID = try form.nonEmptyText(of: "client_id").map(ClientID.init)
    switch (object, reference, clientID) {
    case (nil, nil, _): self = .plain(form)
    case (let object?, nil, let clientID?): self = .object(Secret(object), clientID: clientID)
    case (nil, let reference?, let clientID?): self = .reference(reference, clientID: clientID)
    case (_?, _?, _): throw .malformedRequestObject("either “request” or “request_uri”", "5")
    case (_, _, nil): throw .malformedRequestObject("a “client_id” outside the request object", "5")
    }
  }

  /// The address to show to the user; throws `wire.duplicate_parameter` when the endpoint's own query or an additional
  /// pair names one of ours.
  ///
  /// OpenID providers want `response_type` and `scope` outside as well: OpenID Connect Core §6.1. Nothing that stands
  /// outside changes what stands inside.
  public func url(at endpoint: Endpoint, adding additional: Form = Form()) throws(OAuthError) -> AbsoluteURL {
    var added = form
    added.append(contentsOf: additional)
    try added.requireDistinctFromQuery(of: endpoint.url)
    return try endpoint.url.adding(added)
  }

  /// The pairs to put into the query.
  public var form: Form {
    switch self {
    case .plain(let form): form
    case .object(let object, let clientID):
      Form([(name: "client_id", value: clientID.text), (name: "request", value: object.exposedText)])
    case .reference(let reference, let clientID): ["client_id": clientID.text, "request_uri": reference]
    }
  }
}
