import WayleaveWire

/// The sender's public key for one message, as the header carries it.
///
/// RFC 7518 §4.6.1.1: "This key is represented as a JSON Web Key public key value."
struct EphemeralKey {
  let curve: AgreementCurve
  /// The coordinates, each in its full length.
  let raw: [UInt8]

  init(curve: AgreementCurve, raw: [UInt8]) {
    self.curve = curve
    self.raw = raw
  }

  /// Reads a member `epk`; nil when it is not the public key of a curve that we know, on that curve.
  init?(reading json: JSON?) {
    guard let members = json?.object, members["d"] == nil,
      let curve = members["crv"]?.string.flatMap({ AgreementCurve(rawValue: $0) }),
      members["kty"] == JSON.string(curve.hasTwoCoordinates ? "EC" : "OKP"),
      let x = members["x"]?.string.flatMap({ Base64.url.decode($0) }), x.count == curve.coordinateSize
    else { return nil }
    var raw = x
    if curve.hasTwoCoordinates {
      guard let y = members["y"]?.string.flatMap({ Base64.url.decode($0) }), y.count == curve.coordinateSize else {
        return nil
      }
      raw += y
    }
    guard curve.isPublicKey(raw) else { return nil }
    self.init(curve: curve, raw: raw)
  }

  var json: JSON {
    let x = Base64.url.encodedText(raw.prefix(curve.coordinateSize))
    guard curve.hasTwoCoordinates else { return ["kty": "OKP", "crv": .string(curve.rawValue), "x": .string(x)] }
    let y = Base64.url.encodedText(raw.dropFirst(curve.coordinateSize))
    return ["kty": "EC", "crv": .string(curve.rawValue), "x": .string(x), "y": .string(y)]
  }
}
