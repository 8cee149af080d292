import WayleaveWire

extension OAuthError.Rule {
  /// Where the rule can be read; nil for a rule of our own, and for a document that has no one place.
  var link: String? {
    switch self {
    case .rfc(let number, let section):
      "https://www.rfc-editor.org/rfc/rfc\(number)#\(Self.anchor(of: section))"
    case .openID(let document, let section):
      Self.openIDPages[document].map { "https://openid.net/specs/\($0).html#rfc.section.\(section)" }
    case .specification(let name, _): Self.otherPages[name].map { "https://openid.net/specs/\($0).html" }
    case .wayleave: nil
    }
  }

  private static func anchor(of section: String) -> String {
    section.utf8.first?.isDigit == true ? "section-\(section)" : "appendix-\(section)"
  }

  private static let openIDPages = [
    "Core": "openid-connect-core-1_0", "Discovery": "openid-connect-discovery-1_0",
    "Back-Channel Logout": "openid-connect-backchannel-1_0", "RP-Initiated Logout": "openid-connect-rpinitiated-1_0",
    "CIBA": "openid-client-initiated-backchannel-authentication-core-1_0",
  ]

  private static let otherPages = [
    "JWT Secured Authorization Response Mode": "oauth-v2-jarm",
    "OAuth 2.0 Form Post Response Mode": "oauth-v2-form-post-response-mode-1_0",
    "OAuth 2.0 Multiple Response Type Encoding Practices": "oauth-v2-multiple-response-types-1_0",
    "Financial-grade API Security Profile 1.0 Part 2": "openid-financial-api-part-2-1_0",
  ]
}
