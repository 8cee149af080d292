import Hummingbird
import Wayleave

/// Which browser is signed in as which user; forgotten when the server ends.
actor Sessions {
  /// A user of the website.
  struct User: Sendable {
    let account: Account
    let name: String
  }

  static let cookieName = "session"
  private var users: [String: User] = [:]

  /// A new identifier, which cannot be guessed.
  static func newIdentifier() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in String(random.next() as UInt64, radix: 36) }.joined(separator: "-")
  }

  /// The identifier that a browser brought.
  static func identifier(of request: Request) -> String? {
    request.cookies[cookieName].flatMap { $0.value.isEmpty ? nil : $0.value }
  }

  /// The user who is signed in; nil for a visitor.
  func user(of request: Request) -> User? {
    Self.identifier(of: request).flatMap { users[$0] }
  }

  /// Remembers a user, and gives the identifier for the browser.
  func open(for signedIn: SignedIn) -> String {
    let session = Self.newIdentifier()
    users[session] = User(account: signedIn.account, name: signedIn.stored.identity?.displayName ?? "you")
    return session
  }

  /// Forgets the browser, and gives the user that it was signed in as.
  func close(of request: Request) -> User? {
    Self.identifier(of: request).flatMap { users.removeValue(forKey: $0) }
  }
}
