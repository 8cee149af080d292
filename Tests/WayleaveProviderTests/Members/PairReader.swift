import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// A reader of a form or a query, with a row for each name that it looks at.
struct PairReader: Sendable, CustomTestStringConvertible {
  /// A name, and what is decided where it is absent, has no value, has one, and stands there twice: the signs are those
  /// of ``MemberRow/decided``.
  struct Row: Sendable {
    let name: String
    let decided: String
    fileprivate let text: String

    init(_ name: String, _ decided: String, text: String = "x") {
      (self.name, self.decided, self.text) = (name, decided, text)
    }
  }

  let title: String
  /// The files that look at its names, below `Sources`.
  let files: [String]
  /// Names in those files that are none of its own.
  let others: Set<String>
  let rows: [Row]
  private let sample: [(name: String, value: String)]
  private let read: @Sendable (Form) throws -> [String]?

  var testDescription: String { title }

  /// What comes of each form of a name.
  func outcomes(of row: Row) -> String {
    let values = [[], [""], [row.text], [row.text, row.text]] as [[String]]
    let readings = values.map { values in
      let rest = sample.filter { $0.name != row.name }
      return Reading { try read(Form(rest + values.map { (name: row.name, value: $0) })) }
    }
    return String(readings.map { $0.sign(of: row.name, absent: readings[0]) })
  }
}

extension PairReader {
  static let all = [
    PairReader(
      title: "RFC 6749 §4.1.2: a callback with a code",
      files: ["WayleaveOAuth2/AuthorizationCode/AuthorizationCallback.swift"], others: [],
      rows: [
        Row("code", "!!v!"), Row("state", "==v!"), Row("iss", "==v!"), Row("access_token", "=!!!"),
        Row("error", "==!!"),
      ]
        // Next to a code they say nothing.
        + wordsOfRefusal.map { Row($0, "====") },
      sample: [("code", "c"), ("state", "s"), ("iss", "https://as.example")], read: callback),
    PairReader(
      title: "RFC 6749 §4.1.2.1: a callback with a refusal", files: [], others: [],
      // What is there for people must never cost the refusal.
      rows: [
        Row("error", "!!v!"), Row("state", "==v!"), Row("error_description", "==vv"), Row("error_message", "==vv"),
        Row("error_uri", "==vv", text: "https://a.example/x"), Row("error_subcode", "==vv"),
        Row("error_reason", "==vv"), Row("error_code", "==vv"), Row("denied", "===="),
      ],
      sample: [("error", "access_denied"), ("state", "s")], read: callback),
    PairReader(
      title: "RFC 5849 §2.1: a temporary credential",
      files: ["WayleaveOAuth1/Flow/CredentialForm.swift", "WayleaveOAuth1/Flow/TemporaryCredentialRequest.swift"],
      // A parameter of the request.
      others: ["oauth_callback"],
      rows: [
        Row("oauth_token", "!!v!"), Row("oauth_token_secret", "!vv!"),
        Row("oauth_callback_confirmed", "!!v!", text: "True"),
      ],
      sample: [("oauth_token", "t"), ("oauth_token_secret", "s"), ("oauth_callback_confirmed", "true")],
      read: { form in
        let credential = try TemporaryCredentialResponse(reading: ResponseMessage(.ok, form: form)).credential
        return shown(credential.token.exposedText, credential.secret.exposedText)
      }),
    PairReader(
      title: "RFC 5849 §2.2: a callback of OAuth 1.0a",
      files: ["WayleaveOAuth1/Flow/ResourceOwnerAuthorization.swift"], others: [],
      rows: [
        Row("oauth_token", "!!v!"), Row("oauth_verifier", "==v!"), Row("denied", "==!!"), Row("oauth_problem", "==rr"),
        Row("error", "==rr"), Row("error_code", "==rr"), Row("error_reason", "==rr"),
        Row("oauth_problem_advice", "===="), Row("error_description", "===="), Row("error_message", "===="),
      ],
      sample: [("oauth_token", "t"), ("oauth_verifier", "v")],
      read: { form in
        guard case .granted(let token, let verifier) = try ResourceOwnerAuthorizationCallback(reading: form) else {
          return ["denied"]
        }
        return shown(token.exposedText, verifier?.exposedText)
      }),
    PairReader(
      title: "RFC 5849 §2.3: a token credential", files: [], others: [],
      rows: [Row("oauth_token", "!!v!"), Row("oauth_token_secret", "!vv!")],
      sample: [("oauth_token", "t"), ("oauth_token_secret", "s")],
      read: { form in
        let credential = try TokenCredentialResponse(reading: ResponseMessage(.ok, form: form)).credential
        return shown(credential.token.exposedText, credential.secret.exposedText)
      }),
  ]

  private static let wordsOfRefusal = [
    "error_description", "error_uri", "error_subcode", "error_code", "error_reason", "error_message", "denied",
  ]

  @Sendable private static func callback(_ form: Form) throws -> [String]? {
    let callback = try AuthorizationCallback(reading: form)
    let ends = shown(callback.state?.exposedText, callback.issuer?.text)
    return switch callback.outcome {
    case .code(let code): ends + [code.exposedText]
    case .refused(let refusal): ends + shown(refusal.error, refusal.subcode, refusal.description, refusal.uri)
    }
  }
}
