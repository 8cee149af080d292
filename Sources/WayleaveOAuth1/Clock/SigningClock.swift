import HTTPTypes
public import WayleaveWire

/// The time that requests are stamped with: this machine's, corrected by a provider that refused it, and never running
/// backwards.
///
/// RFC 5849 §3.3. A value for one provider and one client: its owner lets one thread use it at a time.
public struct SigningClock: Sendable, Equatable {
  /// How far the provider's clock is ahead of ours, as far as we know.
  public private(set) var correction: Duration = .zero

  private var last: Instant?

  /// A provider's clock may differ from ours by a day at most: beyond that it is wrong, or its answer is old.
  package static let corrections = Duration.seconds(-86_400)...Duration.seconds(86_400)

  /// A clock that is not corrected.
  public init() {}

  /// The timestamp of a request that is made now: never before the one given last.
  ///
  /// A provider may refuse a timestamp before the last it has seen, and a machine's clock can be set back.
  public mutating func timestamp(at now: Instant) -> Instant {
    let corrected = now + correction
    let timestamp = max(corrected, last ?? corrected)
    last = timestamp
    return timestamp
  }

  /// Learns from a refusal; whether the request should be signed again and sent once more.
  ///
  /// Only a refusal for its time counts, and only by the answer's `Date` or the range of timestamps it names. Send a
  /// request again once only: a server could name another time with every refusal.
  public mutating func correct(by response: ResponseMessage, at now: Instant) -> Bool {
    guard response.refusesTimestamp, let theirs = response.time else { return false }
    let difference = theirs - now
    guard Self.corrections.contains(difference), difference != correction else { return false }
    correction = difference
    // What was refused is not remembered by the provider, so going back behind it is allowed.
    last = nil
    return true
  }
}

extension ResponseMessage {
  /// Whether the answer refuses a request for its timestamp.
  ///
  /// `timestamp_refused` of the Problem Reporting extension; 135 at Twitter.
  fileprivate var refusesTimestamp: Bool {
    guard status == 400 || status == 401 || status == 403 else { return false }
    let refusal = ProviderRefusal(reading: self)
    return refusal.error == "timestamp_refused" || refusal.error == "135"
  }

  /// The provider's time, as far as the answer shows.
  fileprivate var time: Instant? {
    if let date { return date }
    guard let range = ReportedProblem(reading: self)?.acceptableTimestamps else { return nil }
    let width = range.upperBound - range.lowerBound
    return range.lowerBound + width / 2
  }
}
