import Foundation
import FoundationNetworking

/// Ada Fenwick of the playground, with a browser: signs in on its pages, and allows what is asked.
actor Resident {
  private let session = URLSession(
    configuration: .ephemeral, delegate: NoRedirects(), delegateQueue: nil)
  private let base: String

  init(of base: String) { self.base = base }

  /// Goes through the pages that follow `page`; gives the URL by which the browser goes back to the app.
  func callback(from page: String, decision: String = "allow") async throws -> String {
    var url = page
    // A sign-in has two pages with a form, and some redirects.
    for _ in 0..<12 {
      guard url.hasPrefix(base) else { return url }
      let (text, next) = try await load(url)
      if let next {
        url = next
      } else {
        let isSignIn = text.contains("name=\"password\"")
        let (_, sentTo) = try await load(
          base + (isSignIn ? "/playground/sign-in" : "/playground/consent"),
          form: [
            "csrf": Self.field("csrf", in: text), "interaction": Self.field("interaction", in: text),
            "decision": isSignIn ? "sign-in" : decision, "username": "adafenwick", "password": "open-gate",
          ])
        guard let sentTo else { throw Lost(at: url) }
        url = sentTo
      }
    }
    throw Lost(at: url)
  }

  /// Where the pages led nowhere.
  struct Lost: Error {
    let place: String
    init(at place: String) { self.place = place }
  }

  /// A page, or the URL to which it redirects.
  private func load(_ text: String, form: [String: String]? = nil) async throws -> (String, String?) {
    guard let url = URL(string: text) else { throw Lost(at: text) }
    var request = URLRequest(url: url)
    request.setValue(base, forHTTPHeaderField: "Origin")
    if let form {
      var components = URLComponents()
      components.queryItems = form.map { URLQueryItem(name: $0.key, value: $0.value) }
      request.httpMethod = "POST"
      request.httpBody = Data((components.percentEncodedQuery ?? "").utf8)
      request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    }
    let (data, answer) = try await session.data(for: request)
    let next = (answer as? HTTPURLResponse)?.value(forHTTPHeaderField: "Location")
    return (String(decoding: data, as: UTF8.self), next.map { $0.hasPrefix("/") ? base + $0 : $0 })
  }

  /// The value of a hidden field.
  private static func field(_ name: String, in page: String) -> String {
    guard let start = page.range(of: "name=\"\(name)\" value=\"")?.upperBound,
      let end = page[start...].firstIndex(of: "\"")
    else { return "" }
    return String(page[start..<end])
  }
}

private final class NoRedirects: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) { completionHandler(nil) }
}
