import WayleaveOAuth1
package import WayleaveOAuth2
package import WayleaveWire

/// A place where a client may show its secret.
package enum SecretPlace: Sendable, Hashable {
  /// A host with an endpoint where the client authenticates.
  case origin(Origin)
  /// An issuer that names such endpoints later, byte for byte: on one host it has other tenants as neighbours.
  ///
  /// RFC 8414 §4.
  case issuer(Issuer)
}

extension SecretPlace: CustomStringConvertible {
  /// The place for people.
  package var description: String {
    switch self {
    case .origin(let origin): origin.description
    case .issuer(let issuer): "the issuer \(issuer.text)"
    }
  }
}

extension SecretPlace {
  /// The place in a record: an issuer can have the same text as an origin.
  package var json: JSON {
    switch self {
    case .origin(let origin): .string(origin.description)
    case .issuer(let issuer): ["issuer": .string(issuer.text)]
    }
  }

  /// Reads what ``json`` wrote; nil when it is something else.
  package init?(json: JSON) {
    if let issuer = json["issuer"]?.string {
      self = .issuer(Issuer(issuer))
    } else {
      guard let origin = json.string.flatMap({ try? Origin($0) }) else { return nil }
      self = .origin(origin)
    }
  }
}

extension Provider {
  /// Where the entry lets the client's secret go.
  package var secretOrigins: Set<SecretPlace> {
    var origins = tokenOrigins
    if let inspection = handOver?.inspection, inspection.placement != .bearer {
      origins.insert(inspection.endpoint.origin)
    }
    if signsInTheClear { origins.formUnion(signedOrigins) }
    origins.formUnion(originsShownClientSecrets)
    let places = Set(origins.map(SecretPlace.origin))
    guard case .issuer(let issuer) = service else { return places }
    return places.union([.issuer(Issuer(issuer))])
  }

  /// Where requests to its API have the client secret, or a key of the client, in them.
  package var originsShownClientSecrets: Set<Origin> {
    let headers = identity?.allRequests.flatMap(\.headers.values) ?? []
    let shown = apiDialect.clientValues.union(ClientValue.named(in: headers))
    return shown.haveSecrets ? Set(apiSecretOrigins) : []
  }

  /// Where its API may have the client secret or a key of the client: never below a domain, and never where the user
  /// alone allowed the token.
  package var apiSecretOrigins: [Origin] { apiOrigins + (identity?.origins ?? []) }

  /// Whether each signature is the secret itself.
  ///
  /// RFC 5849 §3.4.4.
  var signsInTheClear: Bool {
    guard case .oauth1(let service) = service else { return false }
    return service.dialect.signatureMethod == .plaintext
  }

  /// Where signed requests go with a token.
  private var signedOrigins: [Origin] {
    let handOver = [handOver?.verifyCredentials, handOver?.checkToken?.endpoint].compactMap(\.?.origin)
    return apiSecretOrigins + handOver
  }
}
