package import WayleaveWire

/// The parts of a text, for a person: what it says, without secrets. Nothing is verified.
package struct Inspection {
  /// What the text is, as `--json` calls it.
  package enum Kind: String {
    case signedHeader = "oauth1_header"
    case credentials = "credentials"
    case challenge = "challenge"
    case callback = "callback_url"
    case authorizationURL = "authorization_url"
    case url = "url"
    case idToken = "id_token"
    case accessToken = "access_token"
    case logoutToken = "logout_token"
    case requestObject = "request_object"
    case proof = "dpop_proof"
    case jwt = "jwt"
    case encrypted = "jwe"
    case key = "key"
    case request = "request"
    case tokenResponse = "token_response"
    case deviceResponse = "device_authorization_response"
    case errorResponse = "error_response"
    case serverMetadata = "server_metadata"
    case resourceMetadata = "resource_metadata"
    case registration = "client_registration"
    case opaque = "opaque_token"
    case unknown = "unknown"
  }

  /// A name and its value, safe to show.
  package struct Member {
    package let name: String
    package let value: String
    /// What the value means; nil where that is clear.
    package let note: String?
  }

  /// Members that stand together, such as the claims.
  package struct Part {
    package let name: String
    package internal(set) var members: [Member] = []

    mutating func add(_ name: some Sequence<UInt8>, _ value: String, note: String? = nil) {
      let cleaned = DisplayText.clean(value, limit: 500)
      members.append(Member(name: DisplayText.clean(name, limit: 60), value: cleaned, note: note))
    }

    mutating func add(_ name: String, _ value: String, note: String? = nil) {
      add(Array(name.utf8), value, note: note)
    }
  }

  package internal(set) var kind: Kind
  package internal(set) var parts: [Part] = []
  /// What is malformed.
  package internal(set) var problems: [OAuthError] = []

  /// Adds what another text says that is part of this one.
  mutating func add(_ other: Inspection, titled title: String) {
    parts += other.parts.map { Part(name: "\(title): \($0.name)", members: $0.members) }
    problems += other.problems
  }

  /// Runs a reader; what it finds malformed is noted, and the inspection goes on.
  mutating func attempt(_ work: (inout Inspection) throws(OAuthError) -> Void) {
    do throws(OAuthError) { try work(&self) } catch { problems.append(error) }
  }
}

extension Inspection {
  /// As `--json` prints it.
  package var json: JSON {
    [
      "kind": .string(kind.rawValue), "verified": false,
      "parts": .array(
        parts.map { part in
          [
            "name": .string(part.name),
            "members": .array(
              part.members.map { ["name": .string($0.name), "value": .string($0.value), "note": JSON($0.note)] }),
          ]
        }), "problems": .array(problems.compactMap { $0.json["error"] }),
    ]
  }

  /// As a person reads it, in lines that fit the terminal.
  package func text(in layout: TextLayout, style: TextStyle = .plain) -> String {
    var lines = layout.lines(kind.saysNothing ? kind.title : "\(kind.title): NOT VERIFIED")
    for part in parts where !part.members.isEmpty {
      lines += [""] + layout.lines(part.name)
      lines += layout.columns(part.members.map { .init(name: $0.name, value: $0.value, note: $0.note) }, inside: 2)
    }
    for problem in problems {
      lines.append("")
      lines += layout.lines(problem.message, after: style.red("Fails:") + " ", inside: 2)
      lines += layout.lines("[\(problem.code.rawValue), \(problem.rule)]", after: "  ").map(style.faint)
    }
    return lines.joined(separator: "\n")
  }
}

extension Inspection.Kind {
  /// Whether there is nothing that could be verified.
  fileprivate var saysNothing: Bool { self == .unknown || self == .opaque }

  /// What people call it.
  var title: String {
    switch self {
    case .signedHeader: "Signed request header (OAuth 1.0a)"
    case .credentials: "Authorization header"
    case .challenge: "Challenge of a server"
    case .callback: "Callback"
    case .authorizationURL: "Authorization URL"
    case .url: "Address"
    case .idToken: "ID token"
    case .accessToken: "Access token (JWT)"
    case .logoutToken: "Logout token"
    case .requestObject: "Request object"
    case .proof: "DPoP proof"
    case .jwt: "JWT"
    case .encrypted: "Encrypted token (JWE)"
    case .key: "Key"
    case .request: "HTTP request"
    case .tokenResponse: "Token response"
    case .deviceResponse: "Device authorization response"
    case .errorResponse: "Error response"
    case .serverMetadata: "Authorization server metadata"
    case .resourceMetadata: "Protected resource metadata"
    case .registration: "Client registration"
    case .opaque: "An opaque token: nothing in it can be read."
    case .unknown: "Unknown text"
    }
  }
}
