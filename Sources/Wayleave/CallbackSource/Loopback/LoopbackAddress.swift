import WayleaveOAuth2
import WayleaveWire
import WayleaveSystem

/// The place on this machine that a redirect URI names.
struct LoopbackAddress: Sendable {
  let redirectURI: RedirectURI
  private let host: String

  /// The place; nil when the URI names none on this machine.
  ///
  /// RFC 8252 §8.3 prefers the literals to `localhost`, which is taken all the same: some providers know nothing else.
  init?(_ redirectURI: RedirectURI) {
    guard redirectURI.isLoopback, let host = redirectURI.url.host else { return nil }
    self.redirectURI = redirectURI
    self.host = host
  }

  /// The path on which the callback comes, as a request line writes it.
  var path: String { redirectURI.url.path.isEmpty ? "/" : redirectURI.url.path }

  /// What a request for this place must have in `Host`.
  var authority: String { redirectURI.url.authority ?? host }

  /// The origin of the pages that are shown there, as a browser names it.
  var origin: String? { Origin(of: redirectURI.url)?.description }

  /// The callback with the query that came.
  ///
  /// The rest is the redirect URI's own text, not the sender's: what is compared with it later has one form.
  func callbackURL(query: String?) -> String {
    let base = redirectURI.text.prefix { $0 != "?" }
    return query.map { "\(base)?\($0)" } ?? String(base)
  }

  /// The URL of another path of this place.
  func url(path: String) -> String { "http://\(authority)\(path)" }

  /// Listens on the port that is named, or on one that the system chooses; throws `sign_in.port_in_use`.
  func listen() throws(OAuthError) -> ([LoopbackSocket], LoopbackAddress) {
    do throws(SystemError) {
      if let port = redirectURI.url.port { return (try sockets(on: port), self) }
      var triesLeft = 16
      while true {
        triesLeft -= 1
        do throws(SystemError) {
          let sockets = try sockets(on: 0)
          return (sockets, try onPort(sockets.first?.port ?? 0))
        } catch {
          // The port that was free for one family may be taken for the other: another is as good.
          guard error.isAddressInUse, triesLeft > 0 else { throw error }
        }
      }
    } catch {
      throw error.isAddressInUse ? .portInUse(redirectURI) : .cannotListen(redirectURI, error)
    }
  }

  private func sockets(on port: UInt16) throws(SystemError) -> [LoopbackSocket] {
    switch host {
    case "localhost":
      // A browser may take either family, and what is not ours is open to others: both, or none. A family that the
      // machine does not have belongs to no program.
      let first = try LoopbackSocket(.ipv4("127.0.0.1"), port: port)
      do throws(SystemError) { return [first, try LoopbackSocket(.ipv6, port: first.port)] } catch {
        guard error.isAddressAbsent else { throw error }
        return [first]
      }
    case "[::1]": return [try LoopbackSocket(.ipv6, port: port)]
    default: return [try LoopbackSocket(.ipv4(host), port: port)]
    }
  }

  private func onPort(_ port: UInt16) throws(SystemError) -> LoopbackAddress {
    let query = redirectURI.url.query.map { "?\($0)" } ?? ""
    let text = "http://\(host):\(port)\(redirectURI.url.path)\(query)"
    guard let chosen = (try? RedirectURI(text)).flatMap(LoopbackAddress.init) else {
      throw SystemError(call: "getsockname", number: 0)
    }
    return chosen
  }
}

extension OAuthError {
  static func noLoopbackRedirectURI(among redirectURIs: [RedirectURI]) -> OAuthError {
    OAuthError(
      .invalidRedirectURI,
      message:
        "The browser can return to this computer only at http://127.0.0.1, http://[::1] or http://localhost, and no redirect URI of the client is there.",
      rule: .rfc(8252, "7.3"), received: redirectURIs.isEmpty ? .nothing : .url(redirectURIs.first?.text),
      remedy: "Register http://127.0.0.1/callback with the provider, or sign in another way.")
  }

  static func portInUse(_ redirectURI: RedirectURI) -> OAuthError {
    OAuthError(
      .portInUse, message: "Another program already listens at “\(redirectURI)”.", rule: .rfc(8252, "7.3"),
      expected: "the port of “\(redirectURI)” to be free",
      remedy:
        "End the other program, perhaps an earlier sign-in, or give another port; a redirect URI without a port takes any free one."
    )
  }

  static func cannotListen(_ redirectURI: RedirectURI, _ error: SystemError) -> OAuthError {
    OAuthError(
      .invalidRedirectURI, message: "“\(redirectURI)” cannot be listened on: \(error.words).", rule: .rfc(8252, "7.3"),
      received: .described("\(error.words) (\(error.call))"), remedy: "Choose another address, or a port above 1023.")
  }
}
