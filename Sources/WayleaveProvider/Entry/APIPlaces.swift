package import WayleaveWire

/// Where requests with a provider's tokens go, as its entry says.
package struct APIPlaces: Sendable, Equatable {
  /// The origins of its API, and those that say who the user is.
  package let origins: Set<Origin>
  /// The domains below which every host is its API.
  package let domains: Set<String>
}

extension APIPlaces {
  /// The places in a record.
  package var json: JSON { ["origins": JSON(origins.map(\.description).sorted()), "domains": JSON(domains.sorted())] }

  /// Reads what ``json`` wrote; nil when it is something else.
  package init?(json: JSON) {
    guard let origins = json["origins"]?.array?.map({ $0.string.flatMap { try? Origin($0) } }), !origins.contains(nil),
      let domains = json["domains"]?.array?.map(\.string), !domains.contains(nil)
    else { return nil }
    self.init(origins: Set(origins.compactMap(\.self)), domains: Set(domains.compactMap(\.self)))
  }
}

extension Provider {
  /// Where the entry lets tokens go.
  package var apiPlaces: APIPlaces {
    APIPlaces(origins: Set(apiOrigins + (identity?.origins ?? [])), domains: Set(apiDomains))
  }

  /// The entry without the places for tokens that are not among some: those may shrink, and never grow.
  package func confined(to places: APIPlaces) -> Provider {
    var entry = self
    entry.apiOrigins = apiOrigins.filter(places.origins.contains)
    entry.apiDomains = apiDomains.filter(places.domains.contains)
    if let identity, !places.origins.isSuperset(of: identity.origins) { entry.identity = nil }
    return entry
  }
}
