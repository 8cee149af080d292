import WayleaveWire

/// What an entry says for people alone: it changes no message.
///
/// Two providers differ by none of it, and no record has it: else an entry that was only looked at again would be another
/// one than that of a stored account.
struct EntryNotes: Sendable, Equatable {
  private var boxed = Boxed<Notes>.absent

  private struct Notes: Sendable, Equatable {
    var documentation: AbsoluteURL?
    var checked: String?
    var aliases: [String] = []
    var isClosed = false
    var isVouchedFor = false
  }

  private var notes: Notes {
    get { boxed.value ?? Notes() }
    set { boxed = newValue == Notes() ? .absent : .present(newValue) }
  }

  var documentation: AbsoluteURL? {
    get { notes.documentation }
    set { notes.documentation = newValue }
  }

  var checked: String? {
    get { notes.checked }
    set { notes.checked = newValue }
  }

  var aliases: [String] {
    get { notes.aliases }
    set { notes.aliases = newValue }
  }

  /// Whether the provider takes no new clients.
  var isClosed: Bool {
    get { notes.isClosed }
    set { notes.isClosed = newValue }
  }

  /// Whether someone vouches for what differs from the built-in entry of its name.
  var isVouchedFor: Bool {
    get { notes.isVouchedFor }
    set { notes.isVouchedFor = newValue }
  }

  static func == (one: Self, other: Self) -> Bool { true }
}
