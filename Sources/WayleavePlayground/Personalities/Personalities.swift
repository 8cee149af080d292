/// Every personality of a playground: a new one is its folder, and a line here.
enum Personalities {
  static let all: [(provider: PlaygroundProvider, make: @Sendable (TenantContext) -> any Personality)] = [
    (.tollgate, { Tollgate(in: $0) }),
    (.foursquare, { Entries(in: $0, root: Foursquare.atRoot($0.configuration)) }),
    (.twitter, { Entries(in: $0, root: Twitter.atRoot($0.configuration)) }),
    (.entries, { Entries(in: $0, depths: .all) }),
  ]
}
