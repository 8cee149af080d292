package import WayleaveOpenID
package import WayleaveProvider

extension Provider {
  /// In which order the places of its metadata are looked at.
  package var metadataOrder: Discovery.Order {
    // A server of the AT Protocol is none of OpenID.
    if atProtocol != nil { return .oauthAlone }
    return isNamedByAPI ? .oauthFirst : .openIDFirst
  }
}
