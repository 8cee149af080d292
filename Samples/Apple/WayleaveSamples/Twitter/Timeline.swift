import Foundation
import Observation
import WayleaveApple

/// A home timeline that is read with requests that OAuth 1.0a signs.
@MainActor @Observable final class Timeline {
  struct Post: Decodable, Identifiable, Equatable {
    struct Author: Decodable, Equatable {
      let name: String
      let screenName: String
      let picture: String

      enum CodingKeys: String, CodingKey {
        case name
        case screenName = "screen_name"
        case picture = "profile_image_url_https"
      }

      /// The provider gives the small picture, and knows a larger one by another name.
      var largerPicture: URL? { URL(string: picture.replacingOccurrences(of: "_normal.", with: "_bigger.")) }
    }

    let id: String
    let text: String
    let user: Author

    enum CodingKeys: String, CodingKey {
      case id = "id_str"
      case text, user
    }
  }

  private(set) var account: Account?
  private(set) var posts: [Post] = []
  private(set) var problem: String?

  private let accounts: Accounts

  init(accounts: Accounts) { self.accounts = accounts }

  /// The account of an earlier launch: no browser is needed then.
  func restore() async {
    await trying { () async throws(OAuthError) in
      let provider = try Playground.twitter()
      account = try await accounts.all().first { $0.provider.name == provider.name && !$0.isSignedOut }?.account
      if account != nil { try await load() }
    }
  }

  func signIn() async {
    await trying { () async throws(OAuthError) in
      let client = try Playground.client(
        "wayleave-demo-consumer", madeUpSecret: "playground-consumer-secret-not-real")
      account = try await accounts.signIn(to: Playground.twitter(), as: client).account
      try await load()
    }
  }

  func refresh() async { await trying(load) }

  /// Revokes the token at the provider, and removes it from the keychain.
  func signOut() async {
    guard let leaving = account else { return }
    (account, posts) = (nil, [])
    await trying { () async throws(OAuthError) in _ = try await accounts.signOut(leaving) }
  }

  private func load() async throws(OAuthError) {
    guard let account else { return }
    let url = Playground.base + "/1.1/statuses/home_timeline.json?count=100"
    posts = try await accounts.session(for: account).get(url).decode()
  }

  private func trying(_ step: () async throws(OAuthError) -> Void) async {
    problem = nil
    do throws(OAuthError) { try await step() } catch {
      // The user's own choice needs no words.
      if ![.cancelled, .denied].contains(error.category) { problem = "\(error.message) \(error.remedy)" }
    }
  }
}
