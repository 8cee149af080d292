package import HTTPTypes
import WayleaveOAuth2
import WayleaveSignIn
package import WayleaveWire

extension Message where Head == HTTPResponse {
  /// Where the reason of a refusal stands: a page for people says little to a program but its title.
  package var advice: Remedy {
    if body.isEmpty {
      guard let failure = ResourceChallenge(reading: self)?.failure else {
        return "The answer gives no reason. Check the URL and the method."
      }
      return failure == .nonceNeeded
        ? "The API demands another nonce in each proof (DPoP), or gives none that is new. Tell its operators."
        : "The API says “\(failure.rawValue)”."
    }
    if saysSuspended { return .readWhySuspended }
    guard looksLikeHTML else { return "The body of the answer says why." }
    let title = firstLine.map { " (“\($0.withoutBackticks)”)" } ?? ""
    return "The answer is a web page\(title), not the answer of an API. Check the URL."
  }

  /// The same for those who do not see the body: it says what stands at its beginning.
  package var adviceWithoutBody: Remedy {
    guard !body.isEmpty, !looksLikeHTML, !saysSuspended else { return advice }
    let words = Array(body.prefix(2000).split { $0 <= 0x20 }.joined(separator: [0x20]))
    return "The server says “\(DisplayText.clean(words, limit: 200).withoutBackticks)”."
  }

  /// Whether an API says that the account is suspended, in any provider's words: Twitter's code is 64.
  private var saysSuspended: Bool {
    let refusal = RecommendedAction.read(in: self, dialect: OAuth2Dialect())?.refusal
    return [refusal, ProviderRefusal(ofSignedRequest: self)].compactMap(\.self)
      .contains { RefusalTable.common.meaning(of: $0) == .accountSuspended }
  }
}
