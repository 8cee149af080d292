/// Whether someone who is new can use a provider.
package enum EntryStatus: String, Sendable, CaseIterable {
  /// Clients can be registered.
  case live
  /// It takes no new clients; those that are registered work.
  case closed
  /// The provider has ended, or this way of signing in: the entry is for tokens that are there.
  case ended
}
