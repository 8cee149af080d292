import HTTPTypes
import WayleaveOAuth1
import WayleaveWire

/// Authority, path and query: what is signed can be verified, and is what a plain reading of RFC 5849 §3.4.1 makes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzQuery(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  let authority = String(decoding: bytes.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
  let path = String(decoding: bytes.drop { $0 != UInt8(ascii: "/") }, as: UTF8.self)
  let request = RequestMessage(HTTPRequest(method: .get, scheme: "https", authority: authority, path: path))
  let stamp = Stamp(timestamp: Instant(secondsSinceEpoch: 1_700_000_000), nonce: "n")
  guard let consumer = try? ConsumerCredential(key: "ck", secret: Secret("cs")) else { return 0 }
  let signer = RequestSigner(consumer: consumer, dialect: OAuth1Dialect(sendsVersion: false))
  guard let signed = try? signer.sign(request, stamp: stamp) else { return 0 }
  check(signed, request, by: signer, stamp)
  if let url = request.url.flatMap({ try? AbsoluteURL($0) }) {
    _ = try? ResourceOwnerAuthorizationCallback(reading: url)
  }
  return 0
}

private func check(_ signed: RequestMessage, _ request: RequestMessage, by signer: RequestSigner, _ stamp: Stamp) {
  do throws(OAuthError) {
    let read = try SignedRequest(reading: signed)
    try read.verify(consumerSecret: Secret("cs"), tokenSecret: nil)
    var fields = try Form(decoding: request.query ?? "").fields
    fields +=
      Form([
        (name: "oauth_consumer_key", value: "ck"), (name: "oauth_nonce", value: "n"),
        (name: "oauth_signature_method", value: "HMAC-SHA1"), (name: "oauth_timestamp", value: "1700000000"),
      ]).fields
    precondition(read.baseString.normalizedParameters == normalized(fields), "another base string")
  } catch {
    // A query that itself holds parameters of the protocol is signed as it is, and is then refused by a server.
    let expected = ["oauth1.parameters_in_two_places", "oauth1.repeated_parameter"]
    precondition(
      expected.contains(error.code.rawValue) || holdsProtocolNames(request),
      "what was signed is not verified: \(error)")
  }
}

private func holdsProtocolNames(_ request: RequestMessage) -> Bool {
  let fields = (try? Form(decoding: request.query ?? ""))?.fields ?? []
  return fields.contains { $0.name.starts(with: "oauth_".utf8) }
}

private func normalized(_ fields: [Form.Field]) -> [UInt8] {
  let pairs = fields.filter { !$0.name.elementsEqual("oauth_signature".utf8) }
    .map { (PercentEncoding.encode($0.name), PercentEncoding.encode($0.value)) }
  let sorted = pairs.sorted {
    $0.0 == $1.0 ? $0.1.lexicographicallyPrecedes($1.1) : $0.0.lexicographicallyPrecedes($1.0)
  }
  return Array(sorted.map { $0.0 + Array("=".utf8) + $0.1 }.joined(separator: Array("&".utf8)))
}
