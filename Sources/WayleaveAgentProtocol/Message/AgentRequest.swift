/// What a program asks the agent.
package struct AgentRequest: Sendable, Equatable {
  package var wish: Wish
  /// Whether the program can put a question of the agent to the person in front of it.
  package var canAsk: Bool

  /// How long a grant with an end can last: a week.
  package static let longestGrantInMinutes: UInt64 = 10_080

  package init(_ wish: Wish, canAsk: Bool = false) { (self.wish, self.canAsk) = (wish, canAsk) }

  package enum Wish: Sendable, Equatable {
    /// An access token that is valid for at least so many seconds, as it is printed: in a form, or nil for JSON.
    ///
    /// Nil for an account is the only one.
    case token(account: String?, minimumLifetime: UInt64?, form: TokenForm?)
    /// A request with its credential, not sent. The body is there where a signature must cover it.
    ///
    /// Without a name, the account is the only one whose credential may go to the URL.
    case authorize(account: String?, AgentMessage)
    /// The same request again, after its answer: with another credential, nonce or time where that may help, or `done`
    /// or values of ``AgentFact`` where the answer stands. The credential is the one that came with the request.
    case answered(AgentMessage, AgentResponse, AgentCredential)
    /// A token as a user name and a password, for a server at this origin; `done` where no account's may go there.
    ///
    /// Without a name, the account is the only one whose token may, or the one of these that the asking program's user name
    /// means.
    case login(account: String?, user: String? = nil, origin: String)
    /// The two fields by which another server asks this URL who the user is.
    case echo(account: String?, url: String)
    /// The second half of reverse auth, for the consumer that the parameters of the first half name.
    case reverseAuth(account: String?, parameters: String)
    case status
    case lock
    case unlock(AgentPassphrase?)
    case grants
    /// Allows a program, by its path, when the person says so; for so many minutes, or nil for as long as the person says.
    case allow(program: String, account: String, AgentScope, minutes: UInt64? = nil)
    case revoke(grant: String)
    case stop
    /// The answer to a question, on the connection on which it came.
    case answer(question: UInt64, AgentDecision)
  }
}

/// A request to an API, as far as a credential depends on it.
package struct AgentMessage: Sendable, Equatable {
  package var method: String
  package var url: String
  package var fields: [AgentPair]
  package var body: [UInt8]?

  package init(method: String, url: String, fields: [AgentPair] = [], body: [UInt8]? = nil) {
    (self.method, self.url, self.fields, self.body) = (method, url, fields, body)
  }
}
