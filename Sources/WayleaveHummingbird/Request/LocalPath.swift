import Wayleave
import WayleaveWire

/// A path of the website to return to after a sign-in: it can lead nowhere else.
///
/// OWASP Unvalidated Redirects and Forwards Cheat Sheet. What browsers, proxies and frameworks read in different ways is
/// refused rather than corrected: two slashes, a backslash, dots between slashes, and an escape of any of them.
struct LocalPath: Sendable, Equatable {
  let text: String

  /// The front page.
  static let front = LocalPath()

  private init() { text = "/" }

  init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "/"), text.utf8.count <= Self.longest,
      let url = try? AbsoluteURL("https://website.invalid" + text), url.fragment == nil
    else { return nil }
    let segments = url.path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      guard !segment.isEmpty || isLast, !Self.isDots(segment), !Self.hidesMark(segment) else { return nil }
    }
    self.text = text
  }

  private static let longest = 2048

  /// RFC 3986 §5.2.4: such a segment is taken out of the path.
  private static func isDots(_ segment: Substring.UTF8View) -> Bool {
    segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8)
  }

  /// Whether an escape stands for a slash, a backslash, a dot, a percent sign or a control.
  private static func hidesMark(_ segment: Substring.UTF8View) -> Bool {
    var rest = segment[...]
    while let mark = rest.firstIndex(of: UInt8(ascii: "%")) {
      rest = rest[rest.index(after: mark)...]
      guard let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16), value >= 0x20, value != 0x7F,
        !"/\\.%".utf8.contains(value)
      else { return true }
    }
    return false
  }
}
