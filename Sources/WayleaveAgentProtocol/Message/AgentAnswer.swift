/// What the agent answers.
package enum AgentAnswer: Sendable, Equatable {
  /// The exact bytes to print.
  case text([UInt8])
  /// Values with names, such as the header fields of Echo.
  case fields([AgentPair])
  /// The request to send, with its credential. It has a body only where that was asked for or made.
  ///
  /// The credential is there for requests to the API, whose answer the agent can be asked about.
  case authorized(AgentMessage, by: AgentCredential?)
  /// Rows of values with names: accounts, grants.
  case list([[AgentPair]])
  /// It is done; there is nothing to show.
  case done
  /// A question for the person in front of the program, which answers with its number.
  case question(id: UInt64, sentence: String)
  /// The agent does not serve this case: the command does it itself, from the store. Why, in one sentence.
  case needsCommand(String)
  case failure(AgentFailure)

  /// Whether a frame of this kind is a question, which holds no secret.
  package static func isQuestion(kind: UInt8) -> Bool { kind == Kind.question.rawValue }
}
