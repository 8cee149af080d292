/// A part of what a sign-in asks for, which the person who begins it can change.
public enum RequestPart: String, Sendable, Hashable, CaseIterable {
  /// The redirect URI.
  case redirectURI = "redirect_uri"
  /// The scopes.
  case scope
  /// The APIs that the token is for.
  case resource
  /// The authorization details.
  case authorizationDetails = "authorization_details"
  /// How the user has to sign in, or how long ago.
  case contextClass = "acr_values"
  /// What the user is asked.
  case prompt
  /// How the browser brings the answer.
  case responseMode = "response_mode"
  /// Who is going to sign in.
  case loginHint = "login_hint"
  /// An answer that the provider signs.
  case signedAnswer = "signed_answer"
  /// Tokens that are bound to a key.
  case boundTokens = "dpop"

  /// The part that the provider's own words name, by its parameter or in plain words; nil for none or several.
  init?(namedIn words: String) {
    // Words count in any case, with spaces in place of underscores.
    let spaced = String(decoding: words.utf8.map { $0 == UInt8(ascii: "_") ? 0x20 : $0.lowercased }, as: UTF8.self)
    let named = Self.allCases.filter { part in
      let name = part.rawValue.split(separator: "_").joined(separator: " ")
      return spaced.firstRange(of: name) != nil
    }
    guard named.count == 1 else { return nil }
    self = named[0]
  }

  var remedy: String {
    switch self {
    case .redirectURI:
      "Register the redirect URI for this client at the provider, character by character, or use one that is registered."
    case .scope: "Ask only for scopes that the provider offers; its page for your app may list them."
    case .resource: "Name an API as the provider knows it, or none; perhaps it takes only one at a time."
    case .authorizationDetails: "Correct the authorization details: the provider says which types and members it knows."
    case .contextClass: "Ask for a way of signing in that the provider offers and the user has, or for none."
    case .prompt: "Leave out the prompt, or choose another: the provider has to ask the user something."
    case .responseMode: "Leave out the response mode, or choose one that the provider offers."
    case .loginHint: "Name a user as the provider knows the name, or none."
    case .signedAnswer: "Sign in without asking for a signed answer, or use a provider that signs it."
    case .boundTokens: "Sign in without asking for bound tokens, or use a provider that offers them."
    }
  }
}
