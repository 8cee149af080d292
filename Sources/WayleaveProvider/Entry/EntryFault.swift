package import WayleaveWire

/// One thing that is wrong with a description of a provider; ``WayleaveWire/OAuthError/member`` is the path of its key,
/// such as `dialect.refusals[0].word`.
package struct EntryFault: Sendable {
  /// Which part of the text is wrong.
  package enum Part: Sendable {
    /// A key that is not known.
    case key
    /// The value of a key.
    case value
    /// A key that is missing.
    case absence
  }

  /// What is wrong.
  package let error: OAuthError
  /// Where to look.
  package let part: Part
}

/// Everything that is wrong with a description, in the order in which it is read.
final class EntryFaults {
  var all: [EntryFault] = []
}

extension Provider {
  /// Everything that is wrong with a description; none where ``init(json:allowingHTTP:)`` reads it.
  ///
  /// A protocol that is not known hides the faults of the keys that follow from it.
  package static func faults(in json: JSON, allowingHTTP: Bool = false) -> [EntryFault] {
    let variables = EntryVariables(of: json)
    let faults = EntryFaults()
    do throws(OAuthError) {
      _ = try Provider(filled: variables.example, allowingHTTP: allowingHTTP, faults: faults)
    } catch {
      // What ends the reading may be noted already, with its part.
      if faults.all.last?.error != error { faults.all.append(EntryFault(error: error, part: .value)) }
    }
    // A place without a value makes the text wrong in another way too.
    let found = variables.faults(allowingHTTP: allowingHTTP)
    return found + faults.all.filter { fault in !found.contains { $0.error.member == fault.error.member } }
  }
}
