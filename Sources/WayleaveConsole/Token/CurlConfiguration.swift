package import Wayleave
import WayleaveOAuth2
package import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// A bearer token as curl reads it from a file, so that no list of processes shows it.
///
/// Where the provider wants the token in the query, curl puts it there: `url-query` is curl 7.87 and later.
package struct CurlConfiguration {
  package let text: String

  package init(_ credential: Credential, at provider: Provider, as client: ClientID? = nil) {
    // Who may have the token may not have the client's secrets for that: `wayleave request` sends them.
    let api = provider.dialect.api.withoutClientSecrets
    let filled = { (value: String) in
      client.map { value.replacing(part: ClientValue.id.rawValue, with: $0.text) } ?? value
    }
    var lines: [(option: String, value: String)] = []
    if case .query(let name) = api.tokenPlacement {
      lines.append(("url-query", "\(name)=\(credential.shownToken)"))
    } else if let field = api.field(carrying: credential.shownToken) {
      lines.append(("header", "\(field.name): \(field.value)"))
    }
    for (name, value) in api.headers.sorted(by: { $0.key < $1.key }) {
      lines.append(("header", "\(name): \(filled(value))"))
    }
    for (name, value) in api.parameters.sorted(by: { $0.key < $1.key }) {
      lines.append(("url-query", "\(name)=\(filled(value))"))
    }
    text = Self.text(of: lines)
  }

  /// For mail, where curl puts the token into the response of SASL itself.
  package init(mailOf user: String, token: Secret) {
    text = Self.text(of: [("user", user), ("oauth2-bearer", token.exposedText)])
  }

  private static func text(of lines: [(option: String, value: String)]) -> String {
    lines.map { "\($0.option) = \(quoted($0.value))" }.joined(separator: "\n")
  }

  /// A text between quotation marks, in which curl knows five escapes.
  private static func quoted(_ text: String) -> String {
    let escapes = [#"\"#: #"\\"#, "\"": #"\""#, "\t": #"\t"#, "\n": #"\n"#, "\r": #"\r"#]
    return "\"" + text.unicodeScalars.map { escapes[String($0)] ?? String($0) }.joined() + "\""
  }
}
