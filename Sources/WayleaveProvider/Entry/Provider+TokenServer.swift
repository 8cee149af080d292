package import WayleaveOAuth2
package import WayleaveWire

extension OAuth2Service {
  /// The service with its endpoints at the server that a callback names, given what is kept of the callback: those that
  /// are where the token endpoint is, but for the page of users, who were there already.
  ///
  /// Throws `sign_in.malformed_callback` for a server that the entry does not have.
  package func at(serverOf callback: JSON.Object) throws(OAuthError) -> OAuth2Service {
    guard let server = dialect.authorization.tokenServer, let origin = try server.origin(in: callback),
      origin != tokenEndpoint.origin
    else { return self }
    let earlier = tokenEndpoint.origin
    var moved = self
    for name in EndpointName.allCases where name != .authorization {
      if let endpoint = self[name] { moved[name] = try endpoint.moved(from: earlier, to: origin) }
    }
    moved.dialect.refresh.endpoint = try dialect.refresh.endpoint?.moved(from: earlier, to: origin)
    return moved
  }
}

extension Provider {
  /// The provider with the endpoints of the server that a callback names, and with the requests of `identity` there.
  package func at(serverOf callback: JSON.Object) throws(OAuthError) -> Provider {
    guard case .oauth2(let service) = service else { return self }
    let there = try service.at(serverOf: callback)
    guard there.tokenEndpoint != service.tokenEndpoint else { return self }
    let (earlier, origin) = (service.tokenEndpoint.origin, there.tokenEndpoint.origin)
    var moved = self
    moved.service = .oauth2(there)
    moved.identity?.endpoint = try identity?.endpoint?.moved(from: earlier, to: origin)
    for (index, request) in (identity?.requests ?? []).enumerated() {
      moved.identity?.requests[index].endpoint = try request.endpoint.moved(from: earlier, to: origin)
    }
    return moved
  }
}

extension Endpoint {
  /// The same path and query at another origin, for an endpoint of the first one.
  fileprivate func moved(from earlier: Origin, to origin: Origin) throws(OAuthError) -> Endpoint {
    guard self.origin == earlier else { return self }
    // The origin is one of the entry, which says whether it is http.
    return try Endpoint("\(origin)\(url.pathAndQuery)", allowingHTTP: true)
  }
}
