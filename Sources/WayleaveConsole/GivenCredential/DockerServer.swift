package import WayleaveWire

/// A registry as docker names it to a credential helper: a URL, or a host without a scheme.
///
/// docker-credential-helpers, "Development": the server URL alone is the input of `get` and `erase`.
package struct DockerServer: Sendable {
  /// The registry as it was named.
  package let text: String
  /// Where it can be; none for what no token goes to.
  ///
  /// Tokens go over https, and over http on this machine alone.
  package let origins: [Origin]

  /// Reads the whole input, without the space around it; what has more lines names no registry.
  package init(reading bytes: [UInt8]) {
    text = String(decoding: bytes[...].withoutOuterSpace, as: UTF8.self)
    let isWhole = text.contains("://")
    let candidates = isWhole ? [text] : ["https://\(text)", "http://\(text)"]
    // No user name may hide in the host.
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"@\\".utf8.contains($0) }
    origins = isPlain ? candidates.compactMap { try? Endpoint($0).origin } : []
  }

  /// The registry in what docker wants to be stored; nil where that is something else.
  package init?(storing bytes: [UInt8]) {
    guard let name = (try? JSON(decoding: bytes))?["ServerURL"]?.string else { return nil }
    self.init(reading: Array(name.utf8))
  }

  /// The answer to `get`, with the token in the clear.
  package func exposedAnswer(_ login: TokenLogin) -> JSON {
    ["ServerURL": .string(text), "Username": .string(login.user), "Secret": .string(login.token.exposedText)]
  }

  /// What docker reads as "there is none": its client compares this text.
  package static let notFound = "credentials not found in native keychain"
}
