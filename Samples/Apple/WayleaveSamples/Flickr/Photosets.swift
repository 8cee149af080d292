import Foundation
import Observation
import WayleaveApple

/// The photo sets of a user of Flickr, and the photos of one of them.
@MainActor @Observable final class Photosets {
  struct Photoset: Decodable, Identifiable, Equatable {
    struct Title: Decodable, Equatable {
      let text: String
      enum CodingKeys: String, CodingKey { case text = "_content" }
    }

    let id: String
    let title: Title
  }

  struct Photo: Decodable, Identifiable, Equatable {
    let id: String
    let title: String
    let thumbnail: URL?
    enum CodingKeys: String, CodingKey {
      case id, title
      case thumbnail = "url_t"
    }
  }

  /// What the provider says when it refuses a method: its answers have the status 200, too.
  private struct Answer: Decodable {
    struct Sets: Decodable { let photoset: [Photoset] }
    struct Photos: Decodable { let photo: [Photo] }

    let stat: String
    let message: String?
    let photosets: Sets?
    let photoset: Photos?
  }

  private(set) var sets: [Photoset] = []
  private(set) var photos: [Photo] = []
  private(set) var problem: String?
  private(set) var account: Account?

  private let accounts: Accounts

  init(accounts: Accounts) { self.accounts = accounts }

  func signIn() async {
    await trying { () async throws(OAuthError) in
      let client = try Playground.client(
        "playground-client", madeUpSecret: "playground-secret-that-is-not-real-at-all")
      account = try await accounts.signIn(to: Playground.flickr(), as: client).account
      if let answer = try await call("flickr.photosets.getList") { sets = answer.photosets?.photoset ?? [] }
    }
  }

  func open(_ set: Photoset) async {
    await trying { () async throws(OAuthError) in
      let answer = try await call("flickr.photosets.getPhotos", ["photoset_id": set.id, "extras": "url_t,url_o"])
      photos = answer?.photoset?.photo ?? []
    }
  }

  /// Calls a method; nil where the provider refuses it, and then ``problem`` says why.
  private func call(_ method: String, _ parameters: [String: String] = [:]) async throws(OAuthError) -> Answer? {
    guard let account, var url = URLComponents(string: Playground.flickrAPI) else { return nil }
    let all = ["method": method, "format": "json", "nojsoncallback": "1"].merging(parameters) { $1 }
    url.queryItems = all.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
    let answer: Answer = try await accounts.session(for: account).get(url.string ?? "").decode()
    guard answer.stat == "ok" else {
      problem = answer.message ?? "Flickr refused \(method)."
      return nil
    }
    return answer
  }

  private func trying(_ step: () async throws(OAuthError) -> Void) async {
    problem = nil
    do throws(OAuthError) { try await step() } catch {
      if ![.cancelled, .denied].contains(error.category) { problem = "\(error.message) \(error.remedy)" }
    }
  }
}
