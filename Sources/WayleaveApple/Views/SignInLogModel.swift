#if canImport(SwiftUI)
  public import Foundation
  public import Observation
  public import Wayleave
  public import WayleaveSignIn

  /// The last steps of sign-ins and refreshes, as people read them; nothing secret is in them.
  ///
  /// Hand ``add(_:)`` to the `events:` of the accounts.
  @MainActor @Observable public final class SignInLogModel {
    /// One step.
    public struct Entry: Identifiable, Sendable, Equatable {
      /// Its place in the order.
      public let id: Int
      /// When it happened.
      public let time: Date
      /// What happened, in the language of the user.
      public let title: String
      /// More, for people.
      public let detail: String
      /// What stands in the message, secrets by their fingerprints.
      public let fields: [Event.Field]

      /// What a reader of the screen says: without the fields, which are for the eye.
      var accessibilityLabel: String { "\(title), \(detail)" }
    }

    /// How many steps are shown; earlier ones are left out.
    public static let maximumCount = 500

    /// The steps, the latest one at the end.
    public private(set) var entries: [Entry] = []
    @ObservationIgnored private var count = 0
    @ObservationIgnored private nonisolated let arriving: AsyncStream<(Event, Date)>.Continuation

    @ObservationIgnored let strings: Bundle?

    /// An empty log.
    ///
    /// - Parameter strings: the bundle whose `Localizable` strings have the texts of the view, by their English words;
    ///   nil for the English ones.
    public init(strings: Bundle? = nil) {
      self.strings = strings
      let (steps, arriving) = AsyncStream.makeStream(
        of: (Event, Date).self, bufferingPolicy: .bufferingNewest(Self.maximumCount))
      self.arriving = arriving
      Task { [weak self] in
        for await (event, time) in steps { self?.show(event, at: time) }
      }
    }

    deinit { arriving.finish() }

    /// Takes a step, from any thread and without waiting.
    public nonisolated func add(_ event: Event) { arriving.yield((event, Date())) }

    /// Forgets every step.
    public func clear() { entries = [] }

    /// The steps as lines, to be sent to someone who helps.
    public var text: String {
      entries.map { entry in
        ([entry.title + ": " + entry.detail] + entry.fields.map { "  \($0.name): \($0.value)" }).joined(separator: "\n")
      }.joined(separator: "\n")
    }

    private func show(_ event: Event, at time: Date) {
      entries.append(
        Entry(
          id: count, time: time, title: Words(event.name).text(in: strings), detail: event.detail, fields: event.fields)
      )
      count += 1
      entries.removeFirst(max(0, entries.count - Self.maximumCount))
    }
  }
#endif
