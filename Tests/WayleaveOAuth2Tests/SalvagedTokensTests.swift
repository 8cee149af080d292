import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire
import WayleaveTestSupport

@Suite("RFC 6749 §6: the new refresh token is saved from an answer that cannot be used otherwise")
struct SalvagedTokensTests {
  private func answer(_ body: [UInt8], status: Int = 200, type: String = "application/json") -> ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .init(code: status)), body: body)
    response.head.headerFields[.contentType] = type
    return response
  }

  private func salvaged(_ body: String, type: String = "application/json") -> [String?]? {
    SalvagedTokens(from: answer(Array(body.utf8), type: type)).map {
      [$0.refreshToken.exposedText, $0.accessToken?.exposedText]
    }
  }

  private static let plain = #"{"access_token":"a","refresh_token":"r","token_type":"Bearer"}"#

  @Test(
    "whatever else is wrong, both tokens are found",
    arguments: [
      plain, "\u{FEFF}" + plain, plain + "garbage", plain + plain, " \n" + plain,
      #"{"access_token":"a","name":"\ud83d","refresh_token":"r"}"#,
      #"{"x":1,"x":2,"access_token":"a","refresh_token":"r"}"#,
      #"{"access_token":"a","refresh_token":"r","scope":["a"],"expires_in":{},"token_type":5,"id_token":""}"#,
      #"{"access_token":"a","refresh_token":"r","error":""}"#, #"{'x':nan,"access_token":"a","refresh_token":"r",}"#,
      #"{"access_token" : "a" , "refresh_token" : "r"}"#, #"{"access_token":"a","refresh_token":"\u0072","s":"x\q"}"#,
      #"{"user":{"refresh_token":"no"},"l":["refresh_token","no"],"access_token":"a","refresh_token":"r"}"#,
      #"{"refresh_token":"old","access_token":"a","refresh_token":"r"}"#,
      #"{"s":"\"refresh_token\":\"no\"","access_token":"a","refresh_token":"r"}"#,
      #"{"access_token":"a","refresh_token":"r","token_type":"Bea"#,
    ])
  func found(body: String) {
    #expect(salvaged(body) == ["r", "a"])
    #expect(salvaged(body, type: "text/html") == ["r", "a"])
  }

  @Test("a form gives them too, and one that was cut off only what is surely whole")
  func forms() {
    let type = "application/x-www-form-urlencoded"
    #expect(salvaged("access_token=a&refresh_token=r%2B&x", type: type) == ["r+", "a"])
    let cut = answer(Array("access_token=a&refresh_token=r".utf8), type: type)
    #expect(SalvagedTokens(from: cut)?.refreshToken == Secret("r"))
    #expect(SalvagedTokens(from: cut, isWhole: false) == nil)
  }

  @Test("without an access token, or with one that is none, the refresh token is given all the same")
  func alone() {
    #expect(salvaged(#"{"refresh_token":"r"}"#) == ["r", nil])
    #expect(salvaged(#"{"refresh_token":"r","access_token":"a b"}"#) == ["r", nil])
    #expect(salvaged(#"{"refresh_token":"r s"}"#) == ["r s", nil])
  }

  @Test(
    "where no refresh token plainly stands, none is made up",
    arguments: [
      "", "{", "[]", #"{"access_token":"a"}"#, #"{"refresh_token":"r"#, #"{"refresh_token":"#, #"{"refresh_token""#,
      #"{"refresh_token":null}"#, #"{"refresh_token":5}"#, #"{"refresh_token":""}"#, #"{"refresh_token":"a\u001fb"}"#,
      #"{"refresh_token":"\ud83d"}"#, #"{"refresh_token":["r"]}"#, #"{"d":{"refresh_token":"r"}}"#,
      #"{}{"refresh_token":"r"}"#, #"{"s":"\"refresh_token\":\"r\""}"#, "<html>refresh_token=r&x=1",
      #"x{"refresh_token":"r"}"#, #"{"refresh_token":"r","refresh_token":5}"#, "refresh_token=%zz",
    ])
  func none(body: String) {
    #expect(salvaged(body) == nil)
  }

  @Test("only an answer of success gives tokens", arguments: [199, 300, 400, 401, 500])
  func status(code: Int) {
    #expect(SalvagedTokens(from: answer(Array(Self.plain.utf8), status: code)) == nil)
    #expect(SalvagedTokens(from: answer(Array(Self.plain.utf8), status: 201)) != nil)
  }

  @Test("every cut of an answer gives the token once its text is complete, and random bytes never crash")
  func cutAndRandom() {
    let whole = Array(#"{"token_type":"Bearer","refresh_token":"r1\/2","access_token":"a"}"#.utf8)
    let complete = whole.firstRange(of: Array(#"2""#.utf8))?.upperBound ?? 0
    for length in 0...whole.count {
      let token = SalvagedTokens(from: answer(Array(whole.prefix(length)), type: "application/json"))?.refreshToken
      #expect(token == (length >= complete ? Secret("r1/2") : nil), "\(length)")
    }
    var generator = SeededGenerator()
    let alphabet = Array(#"{}[]":,\u0a refresh_token=&%é"#.utf8)
    for round in 0..<3000 {
      var bytes = round % 2 == 0 ? whole : Array("{".utf8)
      for _ in 0..<Int.random(in: 1...40, using: &generator) {
        let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
        if bytes.isEmpty || Bool.random(using: &generator) {
          bytes.append(byte)
        } else {
          bytes[Int.random(in: 0..<bytes.count, using: &generator)] = byte
        }
      }
      let tokens = SalvagedTokens(from: answer(bytes))
      #expect(tokens.map { $0.refreshToken.exposedBytes.allSatisfy { (0x21...0x7E).contains($0) } } ?? true)
    }
  }

  @Test("a body beyond a megabyte is looked at no further")
  func bounded() {
    let filler = String(repeating: " ", count: SalvagedTokens.maximumLength)
    #expect(salvaged("{\"x\":\"\(filler)\",\"refresh_token\":\"r\"}") == nil)
    #expect(salvaged(Self.plain + filler) == ["r", "a"])
  }
}
