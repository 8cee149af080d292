import HTTPTypes
import WayleaveSignIn
package import WayleaveWire

/// What `request -v` shows: the heads of the request that was sent and of its answer, each secret by its fingerprint.
package struct ShownExchange {
  package let text: String

  /// `asked` is the request before the credential was put on it; `blotter` has the secrets that the answer may repeat.
  package init(
    _ sent: RequestMessage, asked: RequestMessage, answeredBy response: ResponseMessage, without blotter: SecretBlotter
  ) {
    let shown = ShownRequest(sent, asked: asked, showingCredential: false)
    let answer = ["HTTP \(response.status)"] + response.head.headerFields.map { Self.shown($0, without: blotter) }
    text = (shown.head.map { "> \($0)" } + answer.map { "< \($0)" }).joined(separator: "\n")
  }

  private static func shown(_ field: HTTPField, without blotter: SecretBlotter) -> String {
    let value =
      switch field.name {
      case .location: blotter.cleaned(URLRedaction.redact(field.value))
      case _ where Redaction.isSecret(field.name): Secret(field.value).shown
      default: DisplayText.clean(blotter.cleaned(field.value), limit: 2000)
      }
    return "\(blotter.cleaned(field.name.rawName)): \(value)"
  }
}
