#if canImport(AuthenticationServices)
  import AuthenticationServices
  import Foundation
  import WayleaveWire

  /// What is asked of the system.
  struct AppleIDQuestion: Sendable {
    let scopes: Set<AppleSignIn.Scope>
    let state: String
    let hashedNonce: String
  }

  /// What the system brought; nothing of it is verified but that it answers the question.
  struct AppleIDAnswer: Sendable {
    let user: String
    let identityToken: Secret
    let code: Secret?
    /// What Apple says once, in the form in which its callback says it in a browser.
    let members: JSON.Object
    let person: AppleSignedIn.Person

    /// Reads what the system gave; throws ``AppleSignInFailure`` for what no sign-in brings.
    init(_ credential: ASAuthorizationAppleIDCredential, to question: AppleIDQuestion) throws(AppleSignInFailure) {
      guard credential.state == question.state else { throw .unknown("the answer is to another question") }
      guard let token = credential.identityToken, !token.isEmpty else { throw .invalidResponse }
      user = credential.user
      identityToken = Secret(copying: token)
      code = credential.authorizationCode.flatMap { $0.isEmpty ? nil : Secret(copying: $0) }
      members = Self.members(credential.fullName)
      person =
        switch credential.realUserStatus {
        case .likelyReal: .likely
        case .unknown: .unknown
        default: .notSaid
        }
    }

    private static func members(_ name: PersonNameComponents?) -> JSON.Object {
      var parts = JSON.Object()
      parts["firstName"] = name?.givenName.flatMap(part)
      parts["lastName"] = name?.familyName.flatMap(part)
      var members = JSON.Object()
      if !parts.members.isEmpty { members["user"] = ["name": .object(parts)] }
      return members
    }

    /// The user types it: what is not a name is not stored as one.
    private static func part(_ text: String) -> JSON? {
      let text = DisplayText.clean(text, limit: 200)
      return text.isEmpty ? nil : .string(text)
    }
  }

  extension Secret {
    fileprivate init(copying data: Data) { self = data.withUnsafeBytes { Secret(copying: $0) } }
  }
#endif
