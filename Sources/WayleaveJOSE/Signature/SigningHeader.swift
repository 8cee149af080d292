import WayleaveWire

/// The header of something that we sign.
///
/// RFC 7515 §5.1, step 3.
struct SigningHeader {
  let members: JSON

  init(
    algorithm: SignatureAlgorithm, keyID: String?, type: String?, additional: JSON.Object
  ) throws(OAuthError) {
    var object = JSON.Object()
    object["alg"] = .string(algorithm.rawValue)
    if let keyID { object["kid"] = .string(keyID) }
    if let type { object["typ"] = .string(type) }
    for member in additional.members {
      // Two of one name cannot be: the later would hide the one that was signed with.
      guard !["alg", "kid", "typ", "crit", "b64"].contains(where: { $0.hasSameBytes(as: member.name) }) else {
        throw OAuthError(
          .invalidValue, rule: .rfc(7515, "4"), expected: "additional members of other names",
          received: .text(member.name), remedy: "Give this one by its own argument.")
      }
      object[member.name] = member.value
    }
    members = .object(object)
  }
}
