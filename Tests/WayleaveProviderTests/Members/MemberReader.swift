import Testing
import WayleaveWire

/// What may stand in the place of a member.
enum MemberForm: CaseIterable {
  case absent, null, emptyText, emptyList, emptyObject, number, text, list
}

/// A member, and what is decided for each form of it.
struct MemberRow: Sendable {
  let name: String
  /// A sign for each of ``MemberForm``, in their order: `=` the same as absent, `!` an error that names the member, `r` a
  /// refusal of the provider, `v` another value, `-` no record at all.
  let decided: String
  private let number: JSON
  private let text: JSON
  private let list: JSON

  /// A row; the values are ones that the reader takes, where it takes any of the kind.
  init(_ name: String, _ decided: String, number: JSON = 7, text: JSON = "x", list: JSON = ["x"]) {
    (self.name, self.decided) = (name, decided)
    (self.number, self.text, self.list) = (number, text, list)
  }

  func value(_ form: MemberForm) -> JSON? {
    switch form {
    case .absent: nil
    case .null: .null
    case .emptyText: ""
    case .emptyList: []
    case .emptyObject: [:]
    case .number: number
    case .text: text
    case .list: list
    }
  }
}

/// A reader of an answer, a document, a token or a record, with a row for each member that it looks at.
struct MemberReader: Sendable, CustomTestStringConvertible {
  let title: String
  /// The files that look at its members, below `Sources`: a name in them that has no row is found.
  let files: [String]
  /// Names in those files that are none of its members, or are shown by other tests.
  let others: Set<String>
  /// The names that the reader itself lists.
  let listed: [String]
  /// What it reads without a fault.
  let sample: JSON.Object
  let rows: [MemberRow]
  private let read: @Sendable (JSON.Object) throws -> [String]?

  /// A reader; `read` gives what it makes of an object, and nil for what is no record.
  init(
    _ title: String, in files: [String], others: Set<String> = [], listing listed: [String] = [], sample: JSON,
    _ rows: [MemberRow], read: @escaping @Sendable (JSON.Object) throws -> [String]?
  ) {
    (self.title, self.files, self.others, self.listed) = (title, files, others, listed)
    (self.sample, self.rows, self.read) = (sample.object ?? JSON.Object(), rows, read)
  }

  var testDescription: String { title }

  /// What comes of each form of a member, as ``MemberRow/decided`` has it.
  func outcomes(of row: MemberRow) -> String {
    let readings = MemberForm.allCases.map { form in
      var object = sample
      object[row.name] = row.value(form)
      return Reading { try read(object) }
    }
    return String(readings.map { $0.sign(of: row.name, absent: readings[0]) })
  }
}

/// What a reader made of a text: values, or an error.
struct Reading {
  private let values: [String]?
  private let error: (any Error)?

  init(_ read: () throws -> [String]?) {
    do {
      values = try read()
      error = nil
    } catch {
      values = nil
      self.error = error
    }
  }

  /// The sign for a member, by what came where it is absent; `?` for an error that leaves a riddle.
  func sign(of name: String, absent: Reading) -> Character {
    guard let error else {
      guard let values else { return "-" }
      return values == absent.values ? "=" : "v"
    }
    guard let error = error as? OAuthError else { return "?" }
    if error.member == name { return "!" }
    if error.refusal != nil { return "r" }
    let words = "\(error.message) \(error.expected ?? "")"
    let spaced = name.split(separator: "_").joined(separator: " ")
    let isNamed =
      words.contains("“\(name)”") || words.contains("{\(name)}")
      || name.utf8.count > 3 && (words.contains(name) || words.contains(spaced))
    return isNamed ? "!" : "?"
  }
}

/// The values of a reader as texts, so that any two can be compared.
func shown(_ values: Any?...) -> [String] { values.map { $0.map { "\($0)" } ?? "nil" } }
