import WayleaveProvider
import WayleaveWire

/// What a provider says of a person, made of the templates by which its entry reads it.
struct EntryProfile {
  /// The answer to the first request, or the claims of the ID token where there is none.
  private(set) var first: JSON = [:]
  /// The answers to further requests.
  private(set) var named: [String: JSON] = [:]
  /// The members of the token answer.
  private(set) var token = JSON.Object()
  /// The parameters of the callback.
  private(set) var callback = JSON.Object()

  init(of person: PlaygroundPerson, by rule: IdentityRule) {
    let names = rule.requests.map(\.name)
    func set(_ template: String?, _ values: [JSON]) {
      let paths = template.map(Self.paths) ?? []
      for (index, path) in paths.enumerated() { put(values[min(index, values.count - 1)], at: path, names) }
    }
    let id = JSON.string(String(person.id))
    set(rule.subject, [id])
    for request in rule.allRequests { set(request.endpoint.template, [id]) }
    let full = [JSON.string(person.firstName), .string(person.lastName)]
    set(rule.name, rule.name.map(Self.paths)?.count == 1 ? [.string(person.name)] : full)
    set(rule.handle, [.string(person.handle)])
    set(rule.email, [.string(person.email)])
    set(rule.emailVerified, [true])
    set(rule.picture, [.string("https://playground.invalid/img/"), .string("\(person.handle).png")])
  }

  /// Adds what another rule reads of the token answer.
  mutating func add(tokenOf other: EntryProfile) {
    token = JSON.object(token).adding(.object(other.token)).object ?? token
  }

  /// The paths in a template.
  private static func paths(of template: String) -> [String] {
    template.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      part.firstIndex(of: "}").map { String(part[..<$0]) }
    }
  }

  private mutating func put(_ value: JSON, at path: String, _ names: [String]) {
    let steps = path.split(separator: ".")
    guard let head = steps.first.map(String.init) else { return }
    let rest = steps.dropFirst()
    if head == "token", rest.first == "callback" {
      callback = Self.with(value, at: rest.dropFirst(), in: .object(callback)).object ?? callback
    } else if head == "token" {
      token = Self.with(value, at: rest, in: .object(token)).object ?? token
    } else if names.contains(head) {
      named[head] = Self.with(value, at: rest, in: named[head] ?? .null)
    } else {
      first = Self.with(value, at: steps[...], in: first == [:] ? .null : first)
    }
  }

  /// A value with another one at a path; what stands there already stays.
  private static func with(_ value: JSON, at path: ArraySlice<Substring>, in json: JSON) -> JSON {
    guard let step = path.first else { return json == .null ? value : json }
    let rest = path.dropFirst()
    if let index = Int(step) {
      var elements = json.array ?? []
      while elements.count <= index { elements.append(.null) }
      elements[index] = with(value, at: rest, in: elements[index])
      return .array(elements)
    }
    if step.first == "[", let mark = step.firstIndex(of: "=") {
      return with(
        value, at: rest, in: json.array ?? [], where: step[..<mark].dropFirst(), is: step[mark...].dropFirst())
    }
    var object = json.object ?? JSON.Object()
    object[String(step)] = with(value, at: rest, in: object[String(step)] ?? .null)
    return .object(object)
  }

  /// A list in which the element that a path chooses is not the first one.
  private static func with(
    _ value: JSON, at rest: ArraySlice<Substring>, in elements: [JSON], where name: Substring, is wanted: Substring
  ) -> JSON {
    let name = String(name)
    let chosen: JSON =
      wanted.dropLast() == "true" ? true : wanted.dropLast() == "false" ? false : .string(String(wanted.dropLast()))
    var elements = elements
    if elements.isEmpty {
      elements = [chosen == true ? .object(JSON.Object(members: [.init(name: name, value: false)])) : [:]]
    }
    if !elements.contains(where: { $0[name] == chosen }) {
      elements.append(.object(JSON.Object(members: [.init(name: name, value: chosen)])))
    }
    for index in elements.indices where elements[index][name] == chosen {
      elements[index] = with(value, at: rest, in: elements[index])
    }
    return .array(elements)
  }
}

extension JSON {
  /// This value with what another one has in addition.
  func adding(_ other: JSON) -> JSON {
    if var mine = object, let theirs = other.object {
      for member in theirs.members { mine[member.name] = mine[member.name]?.adding(member.value) ?? member.value }
      return .object(mine)
    }
    if let mine = array, let theirs = other.array {
      let both = zip(mine, theirs).map { $0.adding($1) }
      return .array(both + mine.dropFirst(both.count) + theirs.dropFirst(both.count))
    }
    return self == .null ? other : self
  }
}
