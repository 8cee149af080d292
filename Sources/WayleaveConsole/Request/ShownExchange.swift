import HTTPTypes
import WayleaveSignIn
package import WayleaveWire

/// What `request -v` shows: the heads of the request that was sent and of its answer, each secret by its fingerprint.
package struct ShownExchange {
  package let text: String

  /// `asked` is the request before the credential was put on it.
  package init(_ sent: RequestMessage, asked: RequestMessage, answeredBy response: ResponseMessage) {
    let shown = ShownRequest(sent, asked: asked, showingCredential: false)
    let answer = ["HTTP \(response.status)"] + response.head.headerFields.map(Self.shown)
    text = (shown.head.map { "> \($0)" } + answer.map { "< \($0)" }).joined(separator: "\n")
  }

  private static func shown(_ field: HTTPField) -> String {
    let value =
      switch field.name {
      case .location: URLRedaction.redact(field.value)
      case _ where Redaction.isSecret(field.name): Secret(field.value).shown
      default: DisplayText.clean(field.value, limit: 2000)
      }
    return "\(field.name.rawName): \(value)"
  }
}
