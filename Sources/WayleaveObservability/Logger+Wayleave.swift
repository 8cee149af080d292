import Logging
import Wayleave
import WayleaveSignIn
import WayleaveWire

extension Logger {
  /// Logs a step.
  func log(_ event: Event) {
    let level = Level(of: event.name)
    guard logLevel <= level else { return }
    var metadata: Metadata = ["wayleave.event": .string(event.name.rawValue)]
    if let rule = event.rule { metadata["wayleave.rule"] = .string("\(rule)") }
    // What stands in a message helps only one who looks for a fault.
    if level == .trace, !event.fields.isEmpty {
      metadata["wayleave.fields"] = .array(event.fields.map { .string("\($0.name): \($0.value)") })
    }
    log(level: level, "\(event.name.rawValue): \(event.detail)", metadata: metadata, source: Self.wayleave)
  }

  /// Logs how an operation ended.
  func log(_ operation: Operation, endedBy failure: OAuthError?) {
    var metadata: Metadata = [
      "wayleave.operation": .string(operation.kind.rawValue), "wayleave.provider": .string(operation.provider),
      "wayleave.outcome": .string(failure.outcome),
    ]
    if let failure { metadata["wayleave.rule"] = .string("\(failure.rule)") }
    log(
      level: failure.map { Level(of: $0.category) } ?? .info,
      "\(operation.kind.rawValue) at \(DisplayText.clean(operation.provider)): \(failure?.message ?? "completed")",
      metadata: metadata, source: Self.wayleave)
  }

  /// Which library speaks.
  private static let wayleave = "Wayleave"
}

extension Logger.Level {
  /// How much a step matters to the one who operates the program.
  init(of name: Event.Name) {
    self =
      switch name {
      case .requestSent, .answerReceived: .trace
      case .signInBegan, .userSent, .callbackAccepted, .idTokenVerified, .credentialIssued, .credentialStored,
        .identified, .refreshBegan, .credentialRemoved:
        .debug
      case .callbackIgnored, .tolerated, .scopesDiffer, .requestPostponed, .unidentified: .notice
      case .clocksDiffer: .warning
      }
  }

  /// What a user does is no fault of the program; what a provider does may pass.
  init(of category: OAuthError.Category) {
    self =
      switch category {
      case .denied, .cancelled, .timedOut: .info
      case .signInNeeded: .notice
      case .network, .refused: .warning
      case .configuration, .unverified, .storage: .error
      }
  }
}
