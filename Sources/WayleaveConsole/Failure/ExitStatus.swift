package import WayleaveWire

/// The exit codes of the contract: what scripts decide by.
package enum ExitStatus {
  package static let done: Int32 = 0
  /// The provider refused, or what it sent is not usable.
  package static let unusable: Int32 = 5
  /// The agent refused, or is locked.
  package static let agentRefused: Int32 = 7
  package static let checkFailed: Int32 = 8
  package static let usage: Int32 = 64
  package static let interrupted: Int32 = 130

  /// The code of a failure, by its category and by whose fault it is.
  package static func status(for error: OAuthError) -> Int32 {
    if [.agentDenied, .agentLocked].contains(error.code) { return agentRefused }
    return switch error.category {
    case .denied, .cancelled: 2
    case .network: 3
    case .signInNeeded: 4
    case .refused: unusable
    case .storage: 6
    case .timedOut: 9
    case .configuration:
      switch error.code {
      // What was typed is right, and cannot be done here or now.
      case .portInUse, .sourceFailed, .alreadyInProgress, .unsupported, .outOfOrder, .agentFailed, .agentOutdated,
        .agentNotRunning, .agentAlreadyRunning:
        1
      default: usage
      }
    case .unverified: error.fault == .provider ? unusable : 1
    }
  }
}
