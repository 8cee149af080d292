/// One request of a sign-in, and what is read from its answer.
struct SignInStep {
  /// What an answer must bring.
  enum Outcome {
    case code
    case accessToken
    /// A text that stands in the body.
    case text(String)
    case success
  }

  let request: (_ values: [String: String]) -> String
  let outcome: Outcome

  /// Reads the answer into the values; throws where it is not the wanted one.
  func read(_ answer: Answer, into values: inout [String: String]) throws {
    switch outcome {
    case .code where (302...303).contains(answer.status) && answer.code != nil: values["code"] = answer.code
    case .accessToken where answer.status == 200 && answer.accessToken != nil: values["token"] = answer.accessToken
    case .text(let text) where answer.status == 200 && answer.contains(text): break
    case .success where answer.status == 200: break
    default: throw LoadError("wanted \(outcome), got: \(answer)")
    }
  }
}
