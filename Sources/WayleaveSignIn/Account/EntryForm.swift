import WayleaveBackport
import WayleaveProvider
import WayleaveWire

/// A provider's entry as a record has it: laid out once for a credential and its copies, or as it was read.
///
/// The form that was read means the same provider, whichever version of this program has written it: it says its format
/// itself. It is no part of what a credential is: two are equal whatever was laid out.
final class EntryForm: Sendable, Equatable {
  private let json: Lock<JSON?>

  init(_ json: JSON? = nil) { self.json = Lock(json) }

  func json(of provider: Provider) -> JSON {
    json.withLock { json in
      let form = json ?? provider.record
      json = form
      return form
    }
  }

  static func == (left: EntryForm, right: EntryForm) -> Bool { true }
}
