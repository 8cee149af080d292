import WayleaveSignIn
import WayleaveWire

/// Which accounts have each name: noted once, where the names of many accounts are asked for.
struct NameBearers {
  private let all: [StoredCredential]
  /// The places of all that have a name. Names of other bytes can be under the same key: `==` on texts is canonical
  /// equivalence.
  private let places: [String: [Int]]
  /// What a name of several accounts was found to mean. As many accounts as there are can have that of their provider, so
  /// that it is looked up once.
  private(set) var found: [[UInt8]: Account?] = [:]

  init(of all: [StoredCredential]) {
    var places: [String: [Int]] = [:]
    for (place, stored) in all.enumerated() {
      for name in stored.names { places[name, default: []].append(place) }
    }
    (self.all, self.places) = (all, places)
  }

  /// The account that a name of one of them means; nil where it means several.
  mutating func account(meantBy name: String) -> Account? {
    let bearers = places[name] ?? []
    if bearers.count == 1 { return all[bearers[0]].account }
    let key = Array(name.utf8)
    if let known = found[key] { return known }
    // To choose among these is to choose among all.
    let meant = bearers.map { all[$0] }.meant(by: name).usable.only
    found[key] = .some(meant)
    return meant
  }
}

extension [StoredCredential] {
  /// The account of all of these; nil where there are several or none.
  var only: Account? {
    guard let first, dropFirst().allSatisfy({ $0.account == first.account }) else { return nil }
    return first.account
  }
}
