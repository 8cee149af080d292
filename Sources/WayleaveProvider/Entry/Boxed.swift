/// A part of a provider that most of them lack, in one word: a ``Provider`` is copied often.
indirect enum Boxed<Value: Sendable & Equatable>: Sendable, Equatable {
  case absent
  case present(Value)

  init(_ value: Value?) { self = value.map(Boxed.present) ?? .absent }

  /// The part; nil where there is none.
  var value: Value? { if case .present(let value) = self { value } else { nil } }
}
