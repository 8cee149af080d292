import Testing

@testable import WayleaveWire

@Suite("A member that many JSON texts have alike is read once")
struct SharedMemberTests {
  private func read(_ text: String, _ shared: JSON.SharedMember...) -> Result<JSON, OAuthError> {
    Array(text.utf8).withUnsafeBytes { bytes in
      Result { () throws(OAuthError) in try JSON(decoding: bytes, maximumDepth: 4, sharing: shared) }
    }
  }

  @Test func `texts are read as without it, whatever stood in the one before`() throws {
    let shared = JSON.SharedMember("entry")
    let texts = [
      #"{"entry":{"a":1},"b":2}"#, #"{"entry":{"a":1},"b":3}"#, #"{"entry":{"a":12},"b":2}"#, #"{"entry":{"a":1}}"#,
      #"{ "b":2, "entry" : {"a":1} }"#, #"{"entry":{"a":1 }}"#, #"{"entry":{}}"#, #"{"entry":{"a":{"b":{}}}}"#,
      #"{"entry":"{}"}"#, #"{"entry":1}"#, #"{"entry":12}"#, #"{"entry":null}"#, #"{"entry":[{"a":1}]}"#,
      #"{"x":{"entry":{"a":1}}}"#, #"[{"entry":{"a":1}}]"#, #"{"entr\u0079":{"a":1}}"#, #"{"é":{"a":1}}"#,
      // What is refused is refused.
      #"{"entry":{"a":1},"entry":{"a":1}}"#, #"{"entry":{"a":1}"#, #"{"entry":{"a":1},}"#, #"{"entry":{"a":1}}x"#,
      #"{"entry":{"a":1}{}}"#, #"{"entry":{"a":1,"a":1}}"#, #"{"entry":{"a":{"b":{"c":{}}}}}"#, #"{"entry":{"a":1"#, "",
    ]
    for text in texts + texts.reversed() + texts {
      let (with, without) = (read(text, .init("b"), shared), read(text))
      #expect(try (try? with.get()) == (try? without.get()) && with.failure == without.failure, "\(text)")
    }
  }

  @Test func `a value is taken from the text before only as a whole, and only under its name`() throws {
    let shared = JSON.SharedMember("entry")
    let entry = Array(#"{"a":1}"#.utf8)
    #expect(entry.withUnsafeBufferPointer { shared.value(at: $0)?.length } == nil)
    _ = try read(#"{"other":{"a":1}}"#, shared).get()
    #expect(entry.withUnsafeBufferPointer { shared.value(at: $0)?.length } == nil)
    _ = try read(#"{"entry":{"a":1}}"#, shared).get()
    for (text, isKnown) in [(#"{"a":1}"#, true), (#"{"a":1},"b""#, true), (#"{"a":1"#, false), (#"{"a":2}"#, false)] {
      #expect(Array(text.utf8).withUnsafeBufferPointer { shared.value(at: $0) != nil } == isKnown, "\(text)")
    }
  }
}

extension Result where Failure == OAuthError {
  fileprivate var failure: OAuthError.Code? {
    guard case .failure(let error) = self else { return nil }
    return error.code
  }
}
