import Foundation
import HTTPTypes
import Testing
import Wayleave

@testable import WayleaveExamples

@Suite("RFC 8259: an answer is read as a type of the app")
struct ReplyDecodingTests {
  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try reply(text).decode(type)
  }

  private func reply(_ text: String) -> ResponseMessage {
    ResponseMessage(HTTPResponse(status: .ok), body: Array(text.utf8))
  }

  /// The path at which reading fails.
  private func place<Value: Decodable>(_ type: Value.Type, _ text: String) -> String? {
    do {
      _ = try reply(text).decode(type)
      return nil
    } catch {
      #expect(error.code == .unexpectedAnswer, "\(error)")
      return error.member ?? ""
    }
  }

  private struct User: Decodable, Equatable {
    enum Role: String, Decodable { case reader, writer }

    struct Address: Decodable, Equatable {
      var street: String
      var number: UInt8?
    }

    enum CodingKeys: String, CodingKey {
      case id, name, role, addresses, ratings
      case isActive = "is_active"
    }

    var id: Int64
    var name: String?
    var isActive: Bool
    var role: Role
    var addresses: [Address]
    var ratings: [String: Double]
  }

  private static let ada = """
    {"id": 9223372036854775807, "name": "Ada \\u00e9", "is_active": true, "role": "writer", "unknown": [1, {}],
     "addresses": [{"street": "A", "number": 255}, {"street": "B", "number": null}, {"street": "C"}],
     "ratings": {"x": 0.1, "y": 1e2, "z": -3}}
    """

  @Test("objects, lists, enums, dictionaries, absent members and null; what the type does not know is left out")
  func whole() throws {
    let user = try decode(User.self, Self.ada)
    #expect(user.id == .max && user.name == "Ada é" && user.isActive && user.role == .writer)
    #expect(user.addresses.map(\.street) == ["A", "B", "C"] && user.addresses.map(\.number) == [255, nil, nil])
    #expect(user.ratings == ["x": 0.1, "y": 100, "z": -3])
    let inferred: [Int?] = try reply("[1, null, 3]").decode()
    #expect(inferred == [1, nil, 3])
    #expect(try decode(String.self, "\"alone\"") == "alone" && decode([Int: Bool].self, "{\"7\": true}") == [7: true])
  }

  private struct Picture: Decodable {
    let url: URL
    let small: URL?
  }

  @Test("a URL of Foundation is a text, as JSONDecoder reads it; an empty one is none")
  func urls() throws {
    let picture = try decode(Picture.self, #"{"url": "https://pictures.example/a?b=c#d", "small": null}"#)
    #expect(picture.url.absoluteString == "https://pictures.example/a?b=c#d" && picture.small == nil)
    #expect(place(Picture.self, #"{"url": "", "small": null}"#) == "url")
    #expect(place(Picture.self, #"{"url": 7}"#) == "url")
    #expect(place([String: String].self, "\"hello\"") == "")
    #expect(place(Picture.self, #"{"url": "https://a.example", "small": ["x"]}"#) == "small")
  }

  @Test(
    "a value of another kind is refused with the path to it",
    arguments: [
      ("\"id\": 9223372036854775807", "\"id\": 9223372036854775808", "id"),
      ("\"id\": 9223372036854775807", "\"id\": \"1\"", "id"), ("\"id\": 9223372036854775807", "\"id\": 1.0", "id"),
      ("\"id\": 9223372036854775807", "\"id\": 1e3", "id"), ("\"id\": 9223372036854775807", "\"id\": null", "id"),
      ("\"id\"", "\"ID\"", "id"), ("\"is_active\": true", "\"is_active\": 1", "is_active"),
      ("\"writer\"", "\"owner\"", "role"), ("\"writer\"", "7", "role"), ("255", "256", "addresses.0.number"),
      ("255", "-1", "addresses.0.number"), ("\"B\"", "7", "addresses.1.street"),
      ("{\"street\": \"C\"}", "[]", "addresses.2"),
      ("0.1", "\"0.1\"", "ratings.x"), ("1e2", "1e999", "ratings.y"),
      ("{\"x\": 0.1, \"y\": 1e2, \"z\": -3}", "[]", "ratings"),
    ])
  func refused(part: String, spoiled: String, path: String) {
    #expect(place(User.self, Self.ada) == nil)
    #expect(place(User.self, Self.ada.replacing(part, with: spoiled)) == path)
  }

  @Test("a failure names the status first where the API refused, and no status where it did not")
  func statusIsNamed() {
    struct Named: Decodable { let id: Int }
    func failures(of status: HTTPResponse.Status) -> [OAuthError] {
      let object = ResponseMessage(HTTPResponse(status: status), body: Array("{}".utf8))
      let bytes = ResponseMessage(HTTPResponse(status: status), body: [0xFF])
      return [
        #expect(throws: OAuthError.self) { _ = try object.decode(Named.self) },
        #expect(throws: OAuthError.self) { _ = try bytes.decode(Named.self) },
        #expect(throws: OAuthError.self) { _ = try bytes.json },
        #expect(throws: OAuthError.self) { _ = try bytes.text },
      ].compactMap(\.self)
    }
    let (refused, accepted) = (failures(of: .notFound), failures(of: .ok))
    #expect(refused.map(\.code) == [.unexpectedAnswer, .malformedJSON, .malformedJSON, .malformedText])
    #expect(refused.map(\.code) == accepted.map(\.code) && refused.map(\.member) == accepted.map(\.member))
    #expect(refused.map(\.message) == accepted.map { "The API answered 404. \($0.message)" })
    #expect(!accepted.contains { $0.message.contains("200") })
  }

  @Test("each whole number fits its type or is refused; the largest keep every digit")
  func numbers() throws {
    #expect(try decode(UInt64.self, "18446744073709551615") == .max)
    #expect(try decode(Int128.self, "-170141183460469231731687303715884105728") == .min)
    #expect(try decode(Double.self, "1e308") == 1e308 && decode(Float.self, "0.5") == 0.5)
    #expect(place(Int8.self, "128") == "" && place(UInt.self, "-1") == "" && place(Int.self, "true") == "")
    #expect(place(UInt128.self, "1.5") == "" && place(Float.self, "1e39") == "" && place(Double.self, "\"1\"") == "")
  }

  /// A type that takes its value apart itself.
  private struct Point: Decodable {
    enum Key: String, CodingKey { case at, x, y, names }

    let x: Int
    let names: [String]
    let isAtEnd: Bool

    init(from decoder: any Decoder) throws {
      let outer = try decoder.container(keyedBy: Key.self)
      let inner = try outer.nestedContainer(keyedBy: Key.self, forKey: .at)
      var list = try outer.nestedUnkeyedContainer(forKey: .names)
      x = try inner.decode(Int.self, forKey: .x)
      var nested = try list.nestedUnkeyedContainer()
      names = [try nested.decode(String.self), try nested.decode(String.self)]
      isAtEnd = nested.isAtEnd && list.count == 1
      if try outer.decodeIfPresent(Bool.self, forKey: .y) == true { _ = try nested.decode(String.self) }
    }
  }

  @Test("nested containers, and the end of a list")
  func nested() throws {
    let point = try decode(Point.self, #"{"at": {"x": 1}, "names": [["a", "b"]]}"#)
    #expect(point.x == 1 && point.names == ["a", "b"] && point.isAtEnd)
    #expect(place(Point.self, #"{"at": {"x": 1}, "names": [["a", "b"]], "y": true}"#) == "names.0.2")
    #expect(place(Point.self, #"{"at": {}, "names": [["a", "b"]]}"#) == "at.x")
    #expect(place(Point.self, #"{"at": [], "names": []}"#) == "at" && place(Point.self, #"{"at": {}}"#) == "names")
  }

  private class Animal: Decodable { var legs: Int }
  private final class Dog: Animal {
    enum Key: String, CodingKey { case name }

    let name: String

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      name = try container.decode(String.self, forKey: .name)
      try super.init(from: container.superDecoder())
    }
  }

  @Test("the members of a superclass stand under “super”")
  func superclass() throws {
    #expect(try decode(Dog.self, #"{"name": "Rex", "super": {"legs": 4}}"#).legs == 4)
    #expect(place(Dog.self, #"{"name": "Rex"}"#) == "super")
  }

  @Test("names are compared by bytes, and a name that occurs twice is refused")
  func names() throws {
    struct Menu: Decodable {
      enum CodingKeys: String, CodingKey { case dish = "caf\u{E9}" }
      let dish: Int
    }
    #expect(try decode(Menu.self, "{\"cafe\\u0301\": 1, \"caf\\u00e9\": 2}").dish == 2)
    #expect(place(Menu.self, "{\"cafe\\u0301\": 1}") != nil)
    #expect(try refusal { try decode([String: Int].self, #"{"a": 1, "a": 2}"#) } == .malformedJSON)
  }

  @Test(
    "an answer that is no JSON or no text is refused; an error of the type itself is passed on, as no value is shown")
  func refusedBodies() throws {
    #expect(try reply(Self.ada).json["role"]?.string == "writer" && reply("\u{FEFF}{}").json == [:])
    #expect(try reply("é\n").text == "é\n")
    let bytes = ResponseMessage(HTTPResponse(status: .ok), body: [0xFF])
    #expect(try refusal { try bytes.text } == .malformedText)
    #expect(try refusal { try bytes.json } == .malformedJSON)
    #expect(try refusal { try reply("<html>").decode(User.self) } == .malformedJSON)
    struct Link: Decodable {
      init(from decoder: any Decoder) throws {
        _ = try AbsoluteURL(decoder.singleValueContainer().decode(String.self))
      }
    }
    #expect(try decode(Link.self, "\"https://a.example/\"") is Link)
    #expect(try refusal { try decode(Link.self, "\"over there\"") } == .malformedURL)
    do {
      _ = try reply(#"{"role": "secret-of-ada"}"#).decode([String: User.Role].self)
      Issue.record("an unknown case was read")
    } catch { #expect(!"\(error)".contains("secret-of-ada")) }
  }
}
