import WayleaveWire

/// Who opens the URLs of a scheme on this desktop.
package enum SchemeStanding: Sendable, Equatable {
  /// This program, by the file that it wrote.
  case ours
  /// Another program, by the name of its file: what is sent there does not come to us.
  case other(String)
  /// No program.
  case none
  /// The desktop does not say: there is no xdg-mime, or it gives no answer.
  case unknown

  /// What the answer of `xdg-mime query default` means; `isWritten` says whether the file that we write is there.
  package init(handler: String?, of scheme: URLScheme, isWritten: Bool) {
    switch handler {
    case nil: self = .none
    case let name? where name.hasSameBytes(as: scheme.fileName): self = isWritten ? .ours : .none
    case let name?: self = .other(name)
    }
  }
}
