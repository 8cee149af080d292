package import WayleaveOAuth2
package import WayleaveWire

extension ClientMetadata {
  /// What a program on the user's own machine registers for sign-ins.
  ///
  /// RFC 7591 §2; OpenID Connect Dynamic Client Registration §2 for `application_type`: only a native one may have a
  /// redirect URI of http.
  package init(
    signingInAs title: String, redirectURIs: [RedirectURI], authentication: ClientAuthenticationMethod,
    servesDevices: Bool, grantTypes: [String] = [], scopes: [String], keys: ClientMetadata.Keys? = nil,
    softwareStatement: Secret? = nil
  ) {
    let signIns = [AuthorizationCodeGrant.grantType, RefreshTokenGrant.grantType]
    let devices = servesDevices ? [DeviceCodeGrant.grantType] : []
    self.init(
      redirectURIs: redirectURIs, authentication: authentication, grantTypes: signIns + devices + grantTypes,
      responseTypes: ["code"], name: title, scopes: scopes, keys: keys, softwareStatement: softwareStatement)
    additional["application_type"] = "native"
  }
}
