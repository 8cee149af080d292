package import WayleaveWire

extension Provider {
  /// The provider's page that says what the entry says; nil where the entry names none.
  package var documentation: AbsoluteURL? {
    get { notes.documentation }
    set { notes.documentation = newValue }
  }

  /// The day on which someone compared the entry with that page, such as `2026-11-29`, or `never`; nil where the entry
  /// does not say.
  package var checked: String? {
    get { notes.checked }
    set { notes.checked = newValue }
  }

  /// What people also type for it: a former name, a product of it, or the company.
  ///
  /// Such a name is suggested and found, and never is an account's or an entry's: two names for one provider would make
  /// two accounts of one.
  package var aliases: [String] {
    get { notes.aliases }
    set { notes.aliases = newValue }
  }

  /// Whether someone who is new can use it.
  package var status: EntryStatus {
    get { isRetired ? .ended : notes.isClosed ? .closed : .live }
    set { (isRetired, notes.isClosed) = (newValue == .ended, newValue == .closed) }
  }

  /// Whether someone vouches for what differs from the built-in entry of its name: who signed a correction, or the user.
  package var isVouchedFor: Bool { notes.isVouchedFor }

  /// The same entry, vouched for or not.
  func vouchedFor(_ isVouchedFor: Bool) -> Provider {
    var entry = self
    entry.notes.isVouchedFor = isVouchedFor
    return entry
  }

  /// Whether clients can be registered there.
  package var takesNewClients: Bool { status == .live }
}
