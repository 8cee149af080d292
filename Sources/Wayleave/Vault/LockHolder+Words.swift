package import WayleaveSystem
import WayleaveWire

extension LockHolder {
  /// “process 1234 (wayleave), which is stopped”.
  package var words: String {
    let name = program.map { " (\(DisplayText.clean($0, limit: 60)))" } ?? ""
    return "process \(process)\(name)" + (isStopped ? ", which is stopped" : "")
  }

  /// The same at the beginning of a sentence.
  var sentenceStart: String { "P" + words.dropFirst() + (isStopped ? "," : "") }
}
