import Wayleave
import WayleaveWire

extension AuthorizedAnswer {
  /// The longest refusal that is looked through: one has a sentence or two.
  private static let longestRefusal = 65536

  /// Whether the body has a secret of the request in it, or is too long to look.
  var repeatsSecret: Bool {
    let text = String(decoding: response.body.prefix(Self.longestRefusal), as: UTF8.self)
    return response.body.count > Self.longestRefusal || blotter.clean(among: [text]).isEmpty
  }
}
