package import WayleaveWire

extension AccessTokenExchange {
  /// The request for the next token.
  package func request(
    for accessToken: Secret, to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect
  ) throws(OAuthError) -> RequestMessage {
    var form: Form = ["grant_type": grantType]
    form.append(tokenParameter, accessToken)
    var dialect = dialect
    dialect.request.format = format
    return authenticates
      ? try client.request(posting: form, to: endpoint, dialect: dialect)
      : try RequestMessage(form, to: endpoint, dialect: dialect)
  }
}
