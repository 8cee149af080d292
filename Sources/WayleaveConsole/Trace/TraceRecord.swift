package import Wayleave
package import WayleaveWire

/// The steps of a sign-in as they are saved in a file: what `--trace` shows, and nothing secret.
///
/// A file is from anywhere: what is read from it is cleaned, and has bounds.
package struct TraceRecord: Sendable {
  /// The program that signed in, and its version.
  package let program: String
  /// When the sign-in began.
  package let date: Instant
  package private(set) var steps: [Step] = []
  /// How long all of it took.
  package private(set) var duration: Duration = .zero
  /// Why it failed; nil when it succeeded.
  package private(set) var failure: Failure?

  /// A step, and how long after the beginning it happened.
  package struct Step: Sendable {
    package let event: Event
    package let after: Duration

    package init(_ event: Event, after time: Duration) { (self.event, after) = (event, time) }
  }

  /// Why a sign-in failed.
  package struct Failure: Sendable, Equatable {
    package let code: String
    package let message: String
  }

  /// A record without steps.
  package init(program: String, date: Instant) { (self.program, self.date) = (program, date) }

  /// Adds a step; beyond the most that a file may have, none.
  package mutating func add(_ event: Event, after time: Duration) {
    if steps.count < Self.mostSteps { steps.append(Step(event, after: time)) }
  }

  /// Ends the record; `failure` is why the sign-in failed.
  package mutating func end(_ failure: (any Error)?, after time: Duration) {
    duration = time
    self.failure = failure.map { error in
      let error = error as? OAuthError
      return Failure(code: error?.code.rawValue ?? "", message: error?.message ?? "see the terminal")
    }
  }

  /// The version of the format.
  package static let version: Int64 = 1
  /// The largest file that is read.
  package static let largestFile = 4 << 20
  private static let mostSteps = 2000
  private static let mostFields = 100
}

extension TraceRecord {
  /// The record as a file has it.
  package var json: JSON {
    [
      "wayleave_trace": JSON(Self.version), "program": .string(program), "began": JSON(date.secondsSinceEpoch),
      "milliseconds": JSON(duration.wholeMilliseconds),
      "error": failure.map { ["code": .string($0.code), "message": .string($0.message)] } ?? .null,
      "steps": .array(steps.map(\.json)),
    ]
  }

  /// Reads a file; throws `configuration.invalid_value`, for one of a newer version with that version.
  package init(reading bytes: [UInt8], at path: String) throws(OAuthError) {
    guard bytes.count <= Self.largestFile else { throw .noTrace(path, "it is larger than 4 MiB") }
    guard let json = try? JSON(decoding: bytes) else {
      let isPage = bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
      throw .noTrace(path, isPage ? "it is a page or a picture, which a browser opens" : "it is not JSON")
    }
    guard let version = json["wayleave_trace"]?.integer else { throw .noTrace(path, "it has no “wayleave_trace”") }
    guard version <= Self.version else { throw .newerTrace(path, version) }
    guard version == Self.version, let began = json["began"]?.integer, Self.times.contains(began),
      let milliseconds = json["milliseconds"]?.integer, let length = Self.time(milliseconds)
    else { throw .noTrace(path, "its head is damaged") }
    guard let list = json["steps"]?.array, list.count <= Self.mostSteps else {
      throw .noTrace(path, "it has no “steps”, or more than \(Self.mostSteps)")
    }
    program = DisplayText.clean(json["program"]?.string ?? "", limit: 100)
    date = Instant(secondsSinceEpoch: began)
    duration = length
    failure = json["error"]?.object.map { error in
      Failure(
        code: DisplayText.clean(error["code"]?.string ?? "", limit: 100),
        message: DisplayText.clean(error["message"]?.string ?? "", limit: 1000))
    }
    for (index, entry) in list.enumerated() {
      guard let step = Step(entry, mostFields: Self.mostFields) else {
        throw .noTrace(path, "step \(index + 1) cannot be read")
      }
      steps.append(step)
    }
  }

  /// The years that a date can be in.
  private static let times: ClosedRange<Int64> = 0...253_402_300_799

  /// A time of at most a day and a bit.
  fileprivate static func time(_ milliseconds: Int64) -> Duration? {
    (0...100_000_000).contains(milliseconds) ? .milliseconds(milliseconds) : nil
  }
}

extension TraceRecord.Step {
  fileprivate var json: JSON {
    [
      "at": JSON(after.wholeMilliseconds), "step": .string(event.name.rawValue), "detail": .string(event.detail),
      "rule": event.rule?.saved ?? .null,
      "fields": .array(event.fields.map { ["name": .string($0.name), "value": .string($0.value)] }),
    ]
  }

  fileprivate init?(_ json: JSON, mostFields: Int) {
    guard let name = json["step"]?.string.flatMap(Event.Name.init(rawValue:)), let detail = json["detail"]?.string,
      let time = json["at"]?.integer.flatMap(TraceRecord.time), let list = json["fields"]?.array,
      list.count <= mostFields
    else { return nil }
    var rule: OAuthError.Rule?
    if let saved = json["rule"], saved != .null {
      rule = OAuthError.Rule(saved: saved)
      guard rule != nil else { return nil }
    }
    var fields: [Event.Field] = []
    for entry in list {
      guard let name = entry["name"]?.string, let value = entry["value"]?.string else { return nil }
      fields.append(
        Event.Field(name: DisplayText.clean(name, limit: 60), value: DisplayText.clean(value, limit: 2000)))
    }
    self.init(Event(name, rule: rule, DisplayText.clean(detail, limit: 2000), fields: fields), after: time)
  }
}

extension OAuthError.Rule {
  /// The rule as a record has it: its kind, and its parts.
  fileprivate var saved: JSON {
    switch self {
    case .rfc(let number, let section): ["rfc", .string("\(number)"), .string(section)]
    case .openID(let document, let section): ["openid", .string(document), .string(section)]
    case .specification(let name, let section): ["specification", .string(name), .string(section)]
    case .wayleave(let words): ["wayleave", .string(words)]
    }
  }

  fileprivate init?(saved: JSON) {
    let parts = (saved.array ?? []).compactMap { $0.string.map { DisplayText.clean($0, limit: 200) } }
    switch (parts.first, parts.count) {
    case ("rfc", 3):
      // A section is part of a link.
      guard let number = Int(parts[1]), (1...99999).contains(number), parts[2].utf8.allSatisfy({ $0.isUnreserved })
      else { return nil }
      self = .rfc(number, parts[2])
    case ("openid", 3): self = .openID(parts[1], parts[2])
    case ("specification", 3): self = .specification(parts[1], parts[2])
    case ("wayleave", 2): self = .wayleave(parts[1])
    default: return nil
    }
  }
}

extension OAuthError {
  fileprivate static func noTrace(_ path: String, _ reason: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "The file “\(DisplayText.clean(path))” is not a saved trace: \(reason).",
      rule: .wayleave("a saved trace is what this program writes"),
      remedy: "Sign in again, then save that sign-in: `wayleave trace save FILE`.")
  }

  fileprivate static func newerTrace(_ path: String, _ version: Int64) -> OAuthError {
    OAuthError(
      .invalidValue,
      message: "The file “\(DisplayText.clean(path))” is a saved trace of version \(version), and this program reads "
        + "version \(TraceRecord.version).",
      rule: .wayleave("a saved trace is what login --trace-save writes"),
      remedy: "Read it with a newer wayleave: `wayleave version` shows which one this is.")
  }
}
