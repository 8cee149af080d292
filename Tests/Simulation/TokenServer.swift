import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// A strict token endpoint: a refresh token is accepted once, and a second use revokes all tokens of the sign-in.
///
/// RFC 9700 §4.14.2.
final class TokenServer: @unchecked Sendable {
  static let lifetime: Int64 = 3600
  /// The number of the newest tokens.
  private(set) var generation = 0
  private var ends: [Int: Instant] = [:]
  /// The sign-in to which the tokens of a number belong, and the number that was spent for them.
  private var origins: [Int: (signIn: Int, spent: Int?)] = [0: (0, nil)]
  /// The newest number of each sign-in, and those that were ended.
  private var newest = [0]
  private var revoked: Set<Int> = []
  private let world: World

  init(world: World) { self.world = world }

  static func refreshToken(_ generation: Int) -> Secret { Secret("refresh-\(generation)") }
  static func accessToken(_ generation: Int) -> Secret { Secret("access-\(generation)") }

  /// The generation of a token of this server.
  static func generation(of token: Secret?) -> Int? {
    token.flatMap { $0.exposedText.split(separator: "-").last }.flatMap { Int($0) }
  }

  /// The sign-in to which the tokens of a number belong.
  func signIn(of generation: Int) -> Int { origins[generation]?.signIn ?? -1 }

  /// The number whose refresh token was spent for the tokens of a number; nil for those of a sign-in.
  func spent(for generation: Int) -> Int? { origins[generation]?.spent }

  /// Whether the server has ended any sign-in.
  var hasRevoked: Bool { !revoked.isEmpty }

  /// Whether the server has ended the sign-in of a token.
  func hasRevoked(_ token: Secret?) -> Bool {
    Self.generation(of: token).map { revoked.contains(signIn(of: $0)) } ?? false
  }

  /// Whether an access token would be accepted now.
  func accepts(_ token: Secret) -> Bool {
    guard !hasRevoked(token), let generation = Self.generation(of: token), let end = ends[generation] else {
      return false
    }
    return world.trueTime < end
  }

  /// When the tokens of a number were issued.
  func issueTime(of generation: Int) -> Instant { (ends[generation] ?? Instant(secondsSinceEpoch: 0)) + -Self.lifetime }

  /// A new sign-in of the same user; gives the number of its tokens.
  func signIn() -> Int {
    newest.append(0)
    return issue(of: newest.count - 1, for: nil)
  }

  private func issue(of signIn: Int, for spent: Int?) -> Int {
    generation += 1
    origins[generation] = (signIn, spent)
    newest[signIn] = generation
    ends[generation] = world.trueTime + Self.lifetime
    world.tell("the server issues the tokens of generation \(generation) to sign-in \(signIn)")
    return generation
  }

  /// Spends a refresh token.
  func answer(to token: Secret) -> ResponseMessage {
    let number = Self.generation(of: token) ?? -1
    let signIn = signIn(of: number)
    guard signIn >= 0, !revoked.contains(signIn), newest[signIn] == number else {
      revoked.insert(signIn)
      world.tell("the server refuses \(token.exposedText)")
      return TokenErrorResponse("invalid_grant", description: "it was used before").response()
    }
    let next = issue(of: signIn, for: number)
    return TokenResponse(
      accessToken: Self.accessToken(next), tokenType: "Bearer", expiresIn: Self.lifetime,
      refreshToken: Self.refreshToken(next), idToken: nil
    ).response()
  }
}
