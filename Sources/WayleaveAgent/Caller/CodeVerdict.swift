/// What macOS says of the code of a process: whether it is that of the file at the path of the process.
///
/// The path alone does not say so: another file can have the name by now. `SecCodeCheckValidity` compares the hash of the
/// running code with that of the file.
enum CodeVerdict: Sendable, Equatable {
  case ofItsFile
  /// The file was replaced since the process began, or is gone.
  case replaced
  /// Nothing can be compared.
  case unsigned
  /// Another reason of the Security framework, by its number.
  case unknown(Int32)

  /// Reads what the framework returned: SecBase.h and CSCommon.h have the numbers.
  init(status: Int32) {
    switch status {
    case 0: self = .ofItsFile
    // errSecCSStaticCodeChanged, errSecCSStaticCodeNotFound; and ENOENT, as the framework passes on an errno.
    case -67034, -67068, 100_002: self = .replaced
    // errSecCSUnsigned
    case -67062: self = .unsigned
    default: self = .unknown(status)
    }
  }

  /// Why the program cannot be seen; nil where it can.
  var reason: String? {
    switch self {
    case .ofItsFile: nil
    case .replaced: "its file was replaced after it began: start it again"
    case .unsigned: "its code is not signed, which `codesign --sign - FILE` does"
    case .unknown(let number): "the system does not say what it runs (\(number))"
    }
  }
}
