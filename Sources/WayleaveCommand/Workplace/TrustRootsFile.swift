import WayleaveSystem
import WayleaveTerminal

/// The PEM file of more certificates to trust: that of `--ca-file`, else that of `SSL_CERT_FILE`.
struct TrustRootsFile {
  let path: String
  /// The option or the variable that named it.
  let source: String

  /// Nil where neither names one.
  init?(option: String?) {
    let variable = "SSL_CERT_FILE"
    guard let path = option ?? Environment.variable(variable) else { return nil }
    (self.path, source) = (path, option == nil ? variable : "--ca-file")
  }

  /// The path that means the same file in every folder.
  static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = ThisProcess.workingFolder else { return path }
    return "\(folder)/\(path)"
  }
}
