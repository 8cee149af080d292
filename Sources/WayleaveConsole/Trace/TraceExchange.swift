import Wayleave
import WayleaveWire

/// An HTTP request of a record with its answer, as far as the record has them.
package struct TraceExchange: Sendable {
  package let request: TraceRecord.Step
  /// The answer; nil when none came.
  package let answer: TraceRecord.Step?
  /// The place of the request among the steps, from 0; and of the answer.
  package let requestIndex: Int
  package let answerIndex: Int?

  /// The exchanges of some steps, in their order: an answer is that to the oldest request without one.
  package static func all(in steps: [TraceRecord.Step]) -> [TraceExchange] {
    var answers = steps.indices.filter { steps[$0].event.name == .answerReceived }[...]
    return steps.indices.filter { steps[$0].event.name == .requestSent }.map { index in
      answers = answers.drop { $0 < index }
      let answer = answers.popFirst()
      return TraceExchange(
        request: steps[index], answer: answer.map { steps[$0] }, requestIndex: index, answerIndex: answer)
    }
  }

  package var method: String { String(request.event.detail.prefix { $0 != " " }) }

  /// The URL, with its query redacted.
  package var url: String { String(request.event.detail.drop { $0 != " " }.dropFirst()) }

  /// The URL without its query.
  package var place: String { String(url.prefix { $0 != "?" }) }

  /// The status of the answer; nil where there is none, or none can be read.
  package var status: Int? { answer.flatMap { Int($0.event.detail.prefix { $0 != " " }) } }

  /// The media type of the answer.
  package var type: String? {
    guard let rest = answer?.event.detail.drop(while: { $0 != " " }).dropFirst() else { return nil }
    let type = rest.prefix { $0 != "," }
    return type.contains("/") ? String(type) : nil
  }

  /// The size of the answer's body.
  package var size: Int? {
    answer?.event.detail.split(separator: ", ").lazy.compactMap { part in
      part.hasSuffix(" bytes") ? Int(part.dropLast(6)) : nil
    }.first
  }
}

extension Event {
  /// The value of a field; nil where there is none of that name.
  func value(of name: String) -> String? { fields.first { $0.name == name }?.value }
}
