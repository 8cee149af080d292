import Wayleave
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

/// Where corrections of the catalogue come from: a file or a URL; the signature is next to it.
struct UpdateSource {
  private let text: String
  private let url: AbsoluteURL?

  /// A path or an https URL; throws `wire.insecure_url` for http beyond this machine.
  init(_ text: String) throws(OAuthError) {
    self.text = text
    // What is fetched is signed. With https no one who listens learns which corrections are missing here.
    url = text.contains("://") ? try Endpoint(TypedURL.normalized(text)).url : nil
  }

  private init(text: String, url: AbsoluteURL?) { (self.text, self.url) = (text, url) }

  /// Where its signature is.
  var signature: UpdateSource {
    get throws(OAuthError) {
      guard let url else { return UpdateSource(text: text + ".sig", url: nil) }
      // A query stands behind the name.
      let path = url.text.prefix { $0 != "?" }
      return UpdateSource(text: text, url: try AbsoluteURL(path + ".sig" + url.text.dropFirst(path.count)))
    }
  }

  /// What is there, of at most so many bytes.
  func bytes(atMost limit: Int, over transport: some Transport) async throws -> [UInt8] {
    guard let url else {
      do throws(OAuthError) { return try TextFile.bytes(ofRegularFile: text, atMost: limit) } catch {
        throw text.hasSuffix(".sig") ? error.remedied(by: Self.whereSignaturesAre) : error
      }
    }
    let request = RequestMessage(.get, to: url)
    let limits = ExchangeLimits(deadline: .now + Self.patience, maximumBodySize: limit)
    let response = try await transport.send(request, within: limits)
    guard response.status == 200 else { throw OAuthError.notThere(url, status: response.status) }
    return response.body
  }

  private static let patience = Duration.seconds(30)
  private static let whereSignaturesAre: Remedy =
    "The signature stands next to the file: FILE.sig. `ssh-keygen -Y sign -n wayleave-catalogue -f KEY FILE` makes it."
}

extension OAuthError {
  fileprivate static func notThere(_ url: AbsoluteURL, status: Int) -> OAuthError {
    OAuthError(
      .updateRefused, message: "\(URLRedaction.redact(url.text)) answers \(status), and not with a file.",
      rule: .wayleave("an update and its signature are at URLs that answer with them"),
      remedy: "Nothing was changed. A redirect is not followed: get both files with `curl -LO`, then name the file.")
  }
}
