import WayleaveWire

/// The name of a member, compared by bytes: two names that differ in nothing but how an accent is written are two.
struct JSONMemberName: ExactText {
  let text: String

  init(_ text: String) { self.text = text }
}
