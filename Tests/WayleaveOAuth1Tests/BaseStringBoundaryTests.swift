import HTTPTypes
import Testing
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveOAuth1

@Suite("RFC 5849 §3.4.1.3: which parameters are signed, and in which order")
struct BaseStringBoundaryTests {
  private func normalized(_ form: Form) throws -> String {
    let request = RequestMessage(.get, to: try AbsoluteURL("https://api.example.com/"))
    return String(
      decoding: try SignatureBaseString(of: request, protocolParameters: form).normalizedParameters, as: UTF8.self)
  }

  @Test("§3.4.1.3.2: names that share their first eight bytes are sorted by the rest, and equal ones by their values")
  func longNames() throws {
    let names = [
      "abcdefg", "abcdefgh", "abcdefgh-", "abcdefgh1", "abcdefghi", "abcdefgh\u{E9}", "abcdefgi", "ab", "a", "b", "",
      "Abcdefgh", "~",
    ]
    let pairs = names.flatMap { name in ["", "1", "10", "2", "a=b", "é"].map { (name: name, value: $0) } }
    let encoded = pairs.map { (PercentEncoding.encode($0.name), PercentEncoding.encode($0.value)) }
    let sorted = encoded.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    let expected = sorted.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    var random = SeededGenerator(seed: 8)
    for _ in 0..<10 { #expect(try normalized(Form(pairs.shuffled(using: &random))) == expected) }
  }

  @Test(
    "§3.4.1.3.1: “oauth_signature” alone is left out, however it is escaped",
    arguments: [
      ("oauth_signature", true), ("oauth_signatur", false), ("oauth_signature_", false),
      ("oauth_signature_method", false),
      ("oauth_sig", false), ("oauth_si", false), ("OAUTH_SIGNATURE", false), ("Oauth_signature", false),
      ("xoauth_signature", false),
      ("oauth_signaturf", false), ("oauth-signature", false), ("signature", false),
    ])
  func signature(name: String, isLeftOut: Bool) throws {
    #expect(
      try normalized(Form([(name, "v"), ("z", "")])) == (isLeftOut ? "z=" : nil)
        ?? normalized(Form([("z", ""), (name, "v")])))
    #expect(try normalized(Form([(name, "v")])).isEmpty == isLeftOut)
    for query in [name, name.replacing("_", with: "%5F"), name.replacing("o", with: "%6f")] {
      let request = RequestMessage(.get, to: try AbsoluteURL("https://api.example.com/?\(query)=v"))
      let baseString = try SignatureBaseString(of: request, protocolParameters: Form())
      #expect(baseString.normalizedParameters.isEmpty == isLeftOut, "\(query)")
    }
  }

  @Test(
    "§3.4.1.3.1: a body is signed when its one type is that of a form",
    arguments: [
      (["application/x-www-form-urlencoded"], true), (["APPLICATION/x-www-form-urlencoded"], true),
      (["application/x-www-form-urlencoded;charset=UTF-8"], true), ([" application/x-www-form-urlencoded\t"], true),
      (["application/x-www-form-urlencodedd"], false), (["application/x-www-form-urlencode"], false),
      (["application/x-www-form-urlencoded, text/plain"], false), (["xapplication/x-www-form-urlencoded"], false),
      ([], false),
      (["application/x-www-form-urlencoded", "application/x-www-form-urlencoded"], false),
      (["text/plain", "application/x-www-form-urlencoded"], false),
      (["application/x-www-form-urlencoded", "text/plain"], false),
    ] as [([String], Bool)])
  func types(types: [String], isSigned: Bool) throws {
    var request = RequestMessage(.post, to: try AbsoluteURL("https://api.example.com/"))
    for type in types { request.head.headerFields.append(HTTPField(name: .contentType, value: type)) }
    request.body = Array("b=1&a=%20".utf8)
    let baseString = try SignatureBaseString(of: request, protocolParameters: Form())
    #expect(String(decoding: baseString.normalizedParameters, as: UTF8.self) == (isSigned ? "a=%20&b=1" : ""))
    #expect(request.hasFormBody == isSigned)
    #expect(BodyHash.text(of: request, method: .hmacSHA1) == nil ? isSigned : !isSigned)
  }

  @Test(
    "§3.4.1.1: the method is written in upper case", arguments: [("get", "GET"), ("PoSt", "POST"), ("X-a1", "X-A1")])
  func method(name: String, written: String) throws {
    let method = try #require(HTTPRequest.Method(name))
    let request = RequestMessage(method, to: try AbsoluteURL("https://api.example.com/"))
    #expect(try SignatureBaseString(of: request, protocolParameters: Form()).description.hasPrefix(written + "&https"))
  }

  @Test(
    "RFC 1035 §2.3.4: a label of 63 and a name of 255 bytes are signed for, longer ones are not",
    arguments: ["%", "a.%", "%.a", "a.%.a"])
  func hosts(pattern: String) throws {
    func target(_ host: String) throws -> String {
      try RequestTarget(of: RequestMessage(HTTPRequest(method: .get, scheme: "https", authority: host, path: "/")))
        .authority
    }
    let host = { (count: Int) in pattern.replacing("%", with: String(repeating: "a", count: count)) }
    #expect(try target(host(63)) == host(63))
    #expect(try refusal { try target(host(64)) } == .malformedURL)
    let label = String(repeating: "a", count: 63)
    let name = [label, label, label, label].joined(separator: ".")
    #expect(try name.utf8.count == 255 && target(name) == name)
    #expect(try refusal { try target("a" + name) } == .malformedURL)
    for bad in ["", ".", ".a", "a..b", "1", "a.1"] {
      #expect(try refusal { try target(bad) } == .malformedURL, "\(bad)")
    }
    #expect(try target("a.") == "a." && target("1a") == "1a" && target("1.2.3.4") == "1.2.3.4")
  }

  @Test("§3.4.1.2: each character of a path and query is legal or refused, and an escape has two digits")
  func paths() throws {
    func code(_ path: String) throws -> OAuthError.Code? {
      try refusal {
        try RequestTarget(
          of: RequestMessage(HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: path)))
      }
    }
    for byte in UInt8.min..<0x80 {
      let character = String(decoding: [byte], as: UTF8.self)
      let isLegal = byte.isUnreserved || ":/?[]@!$&'()*+,;=".utf8.contains(byte)
      #expect(try code("/a\(character)b") == (isLegal ? nil : .malformedURL), "\(byte)")
      #expect(try code("/?\(character)b") == (isLegal ? nil : .malformedURL), "\(byte)")
    }
    for path in ["/%", "/%4", "/%4g", "/%g4", "/%%41", "a", "*", "//\u{E9}", "/#a"] {
      #expect(try code(path) == .malformedURL, "\(path)")
    }
    for path in ["/%41", "/%4f%4F", "", "/", "//a", "/?", "/a%41"] { #expect(try code(path) == nil, "\(path)") }
  }

  @Test("§3.4.2: the words of an arena are compared as texts are, whatever their length")
  func beginnings() {
    let words = ["", "a", "ab", "abc", "abcdefg", "abcdefgh", "abcdefgi", "b"]
    var arena = ByteArena(capacity: 1)
    var starts: [Int] = []
    for word in words {
      starts.append(arena.count)
      arena.append(encoding: word)
      arena.append("zzzzzzzzz")
    }
    var beginnings: [UInt64] = []
    for (start, word) in zip(starts, words) {
      beginnings.append(arena.beginning(from: start, to: start + word.utf8.count))
    }
    #expect(beginnings == beginnings.sorted() && Set(beginnings).count == words.count && beginnings[0] == 0)
    #expect(beginnings[1] == 0x6100_0000_0000_0000 && beginnings[5] == 0x6162_6364_6566_6768)
    arena.truncate(to: 5)
    let before = arena.count
    arena.truncate(to: 500)
    #expect(before == 5 && arena.count == 5)
  }

  @Test(
    "OAuth Request Body Hash §3.2: an empty body has the hash of nothing, by the hash of the method",
    arguments: [
      (.hmacSHA1, "2jmj7l5rSw0yVb/vlWAYkK/YBwk="), (.rsaSHA1, "2jmj7l5rSw0yVb/vlWAYkK/YBwk="),
      (.hmacSHA256, "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
      (.rsaSHA256, "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
      (.hmacSHA512, "z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="),
      (.rsaSHA512, "z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="),
      (.plaintext, nil),
    ] as [(SignatureMethod, String?)])
  func emptyBody(method: SignatureMethod, hash: String?) throws {
    let request = RequestMessage(.get, to: try AbsoluteURL("https://api.example.com/"))
    #expect(BodyHash.text(of: request, method: method) == hash.map { Array($0.utf8) })
    for (text, expected) in [
      (hash ?? "", hash == nil ? OAuthError.Code.bodyHashMismatch : nil), ("", .bodyHashMismatch),
      ((hash ?? "") + "=", .bodyHashMismatch),
    ] {
      #expect(try refusal { try BodyHash.verify(text, of: request, method: method) } == expected)
    }
  }
}
