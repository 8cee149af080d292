/// A picture that a camera reads as a text: its bytes, with error correction of level L, in the smallest of versions 1
/// to 10.
///
/// ISO/IEC 18004:2015.
package struct QRCode {
  /// The picture, without the quiet zone around it.
  let modules: ModuleGrid

  /// The picture of a text; nil for one of more than 271 bytes, which would fit no terminal.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let version = QRCodeVersion(holding: bytes.count) else { return nil }
    var grid = version.emptyGrid()
    grid.fill(with: version.codewords(of: bytes))
    // "Lowest penalty score": §7.8.3.1.
    let candidates = QRCodeMask.allCases.map { grid.masked(by: $0) }
    guard let best = candidates.min(by: { $0.penalty < $1.penalty }) else { return nil }
    modules = best
  }
}
