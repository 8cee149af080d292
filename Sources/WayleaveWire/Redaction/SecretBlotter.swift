/// Takes secrets out of texts that are shown to people: every run of eight or more of their bytes, also as URLs, forms,
/// pages, JSON, base64 and hexadecimal digits have it.
///
/// A server can cut a secret, or write it as another language's library escapes it. So both are decoded before they are
/// compared. Bytes are compared: a `Character` of Swift can hold the last letter of a secret together with an accent
/// behind it, and then equals neither of the two.
package struct SecretBlotter: Sendable {
  /// Every run of ``shortest`` bytes of a secret, each in one word.
  private let runs: Set<UInt64>

  /// Secrets in any spelling; one of fewer than eight bytes is left: it would blot out words.
  package init(_ secrets: [[UInt8]]) {
    var spellings: [DecodedText] = []
    for secret in secrets where secret.count >= Self.shortest {
      // What is not UTF-8 is shown as U+FFFD.
      let shown = Array(String(decoding: secret, as: UTF8.self).utf8)
      spellings += (shown == secret ? [secret] : [secret, shown]).flatMap(DecodedText.readings)
      spellings += DecodedText.digits(of: secret)
    }
    // To let the set grow takes a third of the work, and this is done for every message.
    var runs = Set<UInt64>(minimumCapacity: spellings.reduce(0) { $0 + $1.bytes.count })
    for spelling in spellings { spelling.forEachRun { run, _ in runs.insert(run) } }
    self.runs = runs
  }

  /// The secrets that a form carries by their names: a server may repeat them in its words.
  package init(of form: Form) {
    self.init(form.fields.filter { SecretNames.parameters.contains($0.name) }.map(\.value))
  }

  /// The shortest run of a secret that is taken out.
  package static let shortest = UInt64.bitWidth / 8
  private static let mark = Array("<secret>".utf8)
  /// The secrets of the playground are public, and begin with words of its names and addresses.
  private static let open: [[UInt8]] = [
    "playground-", "tollgate-web", "tollgate-service", "tollgate-bank", "tollgate-api",
  ].map { Array($0.utf8) }

  /// The text without the secrets and without any part of one that has eight bytes.
  package func cleaned(_ text: String) -> String {
    guard !runs.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var isHidden = [Bool](repeating: false, count: bytes.count)
    for reading in DecodedText.readings(of: bytes) {
      reading.forEachRun { run, place in
        if runs.contains(run) { for position in place { isHidden[position] = true } }
      }
    }
    guard isHidden.contains(true) else { return text }
    for word in Self.open {
      for start in bytes.indices where isHidden[start] && (start == 0 || !isHidden[start - 1]) {
        let end = isHidden[start...].firstIndex(of: false) ?? bytes.count
        let shown = bytes[start..<end].map(\.lowercased)
        if word.starts(with: shown) { for position in start..<end { isHidden[position] = false } }
      }
    }
    var cleaned: [UInt8] = []
    for position in bytes.indices {
      if !isHidden[position] {
        cleaned.append(bytes[position])
      } else if position == 0 || !isHidden[position - 1] {
        cleaned += Self.mark
      }
    }
    return String(decoding: cleaned, as: UTF8.self)
  }
}

extension DecodedText {
  /// Calls with every run of ``SecretBlotter/shortest`` bytes, and with the place of the text in which it stood.
  fileprivate func forEachRun(_ body: (UInt64, Range<Int>) -> Void) {
    var run: UInt64 = 0
    for (position, byte) in bytes.enumerated() {
      run = run << 8 | UInt64(byte)
      let first = position + 1 - SecretBlotter.shortest
      if first >= 0 { body(run, starts[first]..<starts[position + 1]) }
    }
  }
}
