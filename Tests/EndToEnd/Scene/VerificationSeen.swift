import Foundation
import Testing
import WayleaveProgramRunning

/// What `wayleave verify --json` says.
struct VerificationSeen {
  let exit: Exit
  let isVerified: Bool
  let firstFailure: String?
  /// The error of the first failure.
  let code: String?
  let verdicts: [String: String]
  let facts: [String: String]

  var failures: [String] { verdicts.filter { $0.value == "failed" }.keys.sorted() }

  init(_ outcome: ProgramOutcome) throws {
    let json = try outcome.json()
    exit = outcome.exit
    isVerified = json["verified"] as? Bool ?? false
    firstFailure = json["first_failure"] as? String
    code = (json["error"] as? [String: Any])?["code"] as? String
    verdicts = Dictionary(
      (json["checks"] as? [[String: Any]] ?? []).map { ($0["check"] as? String ?? "", $0["verdict"] as? String ?? "") },
      uniquingKeysWith: { first, _ in first })
    facts = json["facts"] as? [String: String] ?? [:]
  }
}
