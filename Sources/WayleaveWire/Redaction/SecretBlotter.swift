/// Takes secrets out of texts that are shown to people: every run of eight or more of their bytes, also as URLs, forms,
/// pages, JSON, base64 and hexadecimal digits have it.
///
/// A server can cut a secret, or write it as another language's library escapes it. So both are decoded before they are
/// compared. Bytes are compared: a `Character` of Swift can hold the last letter of a secret together with an accent
/// behind it, and then equals neither of the two.
package struct SecretBlotter: Sendable {
  /// Every run of ``shortest`` bytes of a secret, each in one word.
  private let runs: RunTable

  /// Secrets in any spelling; one of fewer than eight bytes is left: it would blot out words.
  package init(_ secrets: [[UInt8]]) { runs = Self.runs(in: Self.spellings(of: secrets)) }

  /// The same for these texts alone, and it finds nothing in any other one. Where they are short it takes a fraction: of the
  /// secrets' runs, only those are stored that stand in them.
  package init(_ secrets: [[UInt8]], in texts: [String]) {
    let bytes = texts.flatMap { DecodedText.readings(of: Array($0.utf8)).map(\.bytes) }
    let shown = Self.runs(in: bytes)
    var runs = RunTable(capacity: shown.isEmpty ? 0 : Self.count(bytes))
    for spelling in shown.isEmpty ? [] : Self.spellings(of: secrets) {
      Self.forEachRun(in: spelling) { run, _ in if shown.contains(run) { runs.insert(run) } }
    }
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
    // Nothing that is decoded gets longer.
    guard !runs.isEmpty, text.utf8.count >= Self.shortest else { return text }
    let bytes = Array(text.utf8)
    var isHidden = [Bool](repeating: false, count: bytes.count)
    for reading in DecodedText.readings(of: bytes) {
      Self.forEachRun(in: reading.bytes) { run, first in
        guard runs.contains(run) else { return }
        for position in reading.starts[first]..<reading.starts[first + Self.shortest] { isHidden[position] = true }
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

  /// Every spelling in which a secret may come back; none of one that is too short.
  private static func spellings(of secrets: [[UInt8]]) -> [[UInt8]] {
    var spellings: [[UInt8]] = []
    for secret in secrets where secret.count >= shortest {
      // What is not UTF-8 is shown as U+FFFD.
      let shown = Array(String(decoding: secret, as: UTF8.self).utf8)
      for text in shown == secret ? [secret] : [secret, shown] {
        spellings += DecodedText.readings(of: text).map(\.bytes)
      }
      spellings += DecodedText.digits(of: secret)
    }
    return spellings
  }

  private static func runs(in texts: [[UInt8]]) -> RunTable {
    var runs = RunTable(capacity: count(texts))
    for text in texts { forEachRun(in: text) { run, _ in runs.insert(run) } }
    return runs
  }

  private static func count(_ texts: [[UInt8]]) -> Int { texts.reduce(0) { $0 + $1.count } }

  /// Calls with every run of ``shortest`` bytes, and with the position of its first one.
  private static func forEachRun(in bytes: [UInt8], _ body: (UInt64, Int) -> Void) {
    var run: UInt64 = 0
    for (position, byte) in bytes.enumerated() {
      run = run << 8 | UInt64(byte)
      let first = position + 1 - shortest
      if first >= 0 { body(run, first) }
    }
  }
}
