import HTTPTypes
import WayleaveProvider

/// An entry that is also played at the root, at the paths of the real provider, for the clients of the configuration.
struct RootEntry {
  /// A path, which is that of a real URL.
  struct Place {
    let host: String
    let path: String
    var methods: [HTTPRequest.Method] = [.get]
    /// What the front page calls it; nil leaves it out there.
    var title: String?
    var happenings: [Happening] = []
  }

  let provider: PlaygroundProvider
  /// The entry, with what this playground offers in addition.
  let entry: Provider
  let depth: any EntryDepth
  /// A sentence about its protocol.
  let explanation: String
  /// What its clients are called.
  var clientsAre = "Clients"
  let clients: [PlaygroundClient]
  let places: [Place]
  /// How many codes, grants and tokens of each kind are remembered.
  var capacity = IssuingLimits.capacity
}
