import WayleaveOAuth2
import WayleaveProvider
package import WayleaveWire

/// The version of what stands in a record: a later one may mean what this program cannot know.
package enum RecordVersion {
  /// The version that this program writes, and the last one that it reads.
  package static let current: Int64 = 1

  /// Whether a record says that a later version wrote it; a record without a version is of the first one.
  package static func isLater(_ record: JSON) -> Bool { (record["version"]?.integer ?? 1) > current }

  /// Whether a record that was opened with the right key, but cannot be read, has something that this version never writes.
  package static func isBeyondUs(_ record: JSON) -> Bool {
    let body = record["sign_in"] ?? record
    return [body["provider_entry"], body["provider"]].contains { isBeyondUs(provider: $0) }
      || [body["client_entry"], body["client"]].contains { isBeyondUs(client: $0) }
  }

  private static func isBeyondUs(provider entry: JSON?) -> Bool {
    guard let entry, entry.object != nil else { return false }
    do throws(OAuthError) { _ = try Provider(record: entry) } catch { return error.code == .storeTooNew }
    return false
  }

  private static func isBeyondUs(client: JSON?) -> Bool {
    client?["authentication"]?.string.map { ClientAuthenticationMethod(rawValue: $0) == nil } ?? false
  }
}
