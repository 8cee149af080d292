/// A user of the playground: made up, and open about the password.
public struct PlaygroundPerson: Sendable, Hashable {
  /// The number by which both providers know the person.
  public let id: Int64
  /// The first name.
  public let firstName: String
  /// The last name.
  public let lastName: String
  /// What the person types to sign in; Twitter's `screen_name`.
  public let handle: String
  /// What the person types with it, shown on the page.
  public let password: String
  /// Where the person lives.
  public let homeCity: String
  /// An address at a domain that never exists.
  public let email: String

  /// A person.
  public init(
    id: Int64, firstName: String, lastName: String, handle: String, password: String, homeCity: String, email: String
  ) {
    self.id = id
    self.firstName = firstName
    self.lastName = lastName
    self.handle = handle
    self.password = password
    self.homeCity = homeCity
    self.email = email
  }

  /// First and last name.
  public var name: String { "\(firstName) \(lastName)" }

  /// The three who live in every playground; one of them has a name outside ASCII.
  public static let residents = [
    PlaygroundPerson(
      id: 73_001, firstName: "Ada", lastName: "Fenwick", handle: "adafenwick", password: "open-gate",
      homeCity: "Hexham", email: "ada.fenwick@example.com"),
    PlaygroundPerson(
      id: 73_002, firstName: "Ravi", lastName: "Oduya", handle: "ravioduya", password: "narrow-lane",
      homeCity: "Leiden", email: "ravi.oduya@example.com"),
    PlaygroundPerson(
      id: 73_003, firstName: "Zoë", lastName: "Łukasik", handle: "zoe_lukasik", password: "stone-stile",
      homeCity: "Kraków", email: "zoe.lukasik@example.com"),
  ]

  var initials: String { "\(firstName.prefix(1))\(lastName.prefix(1))" }
}
