import HTTPTypes
import Testing
import WayleaveWire

@Suite("RFC 7578 §4.2: a form in parts")
struct MultipartFormTests {
  private static func request(_ body: String, type: String = "multipart/form-data; boundary=edge") -> RequestMessage {
    var request = RequestMessage(HTTPRequest(method: .post, scheme: "https", authority: "photos.example", path: "/up"))
    request.head.headerFields[.contentType] = type
    request.body = Array(body.utf8)
    return request
  }

  /// A form with one part.
  private static func part(_ head: String, _ content: String = "red") -> String {
    "--edge\r\n\(head)\r\n\r\n\(content)\r\n--edge--\r\n"
  }

  private static func name(_ parameters: String) -> String? {
    MultipartForm(reading: request(part("Content-Disposition: form-data; \(parameters)")))?.parts.first?.name
  }

  @Test("a text and a file differ in the name of the file, and their bytes stay as they are")
  func parts() throws {
    let body =
      "--edge\r\nContent-Disposition: form-data; name=\"colour\"\r\n\r\nlight\r\nred\r\n"
      + "--edge\r\ncontent-disposition: form-data; name=photo; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n"
      + "\r\n\r\n--edg\r\n--edge--\r\n"
    let parts = try #require(MultipartForm(reading: Self.request(body))).parts
    #expect(parts.map(\.name) == ["colour", "photo"] && parts.map(\.isFile) == [false, true])
    #expect(parts.map { Array($0.content) } == [Array("light\r\nred".utf8), Array("\r\n\r\n--edg".utf8)])
  }

  @Test("the texts become a form, and a request without parts stays as it is")
  func texts() {
    let form = Self.request(Self.part("Content-Disposition: form-data; name=a", "b c")).withTextPartsAsForm
    #expect(form.body == Array("a=b+c".utf8) && form.head.headerFields[.contentType] == ContentType.form)
    let other = Self.request("a=b", type: ContentType.form)
    #expect(other.withTextPartsAsForm.body == other.body)
  }

  @Test(
    "a name is read to the end of its quotes",
    arguments: [
      (#"name="a""#, "a"), ("name=a", "a"), ("NAME=a", "a"), (#"name="a;b""#, "a;b"),
      (#"name="a; filename=b""#, "a; filename=b"),
      (#"name="a\"b""#, #"a"b"#), (#"name="a\\""#, #"a\"#), (#"name="C:\a""#, #"C:\a"#), (#"name="a=b""#, "a=b"),
      (#"filename="x;name=y"; name="z""#, "z"), (#"filename="x\";name=y"; name=z"#, "z"), (#"name="""#, ""),
    ])
  func names(parameters: String, name: String) {
    #expect(Self.name(parameters) == name)
  }

  @Test("a part without a name that can be read is refused", arguments: ["", "filename=a", #"name="a"#, #"name="a"b"#])
  func unnamed(parameters: String) {
    #expect(Self.name(parameters) == nil)
  }

  @Test("a file name within a quoted name makes no file")
  func fileNames() throws {
    let head = #"Content-Disposition: form-data; name="a; filename=b""#
    #expect(try #require(MultipartForm(reading: Self.request(Self.part(head)))).parts.map(\.isFile) == [false])
  }

  @Test("the boundary may stand in quotes, with a semicolon within")
  func boundary() {
    let body = Self.part("Content-Disposition: form-data; name=a").replacingEdge(with: "ed;ge")
    #expect(MultipartForm(reading: Self.request(body, type: #"multipart/form-data; boundary="ed;ge""#)) != nil)
    #expect(MultipartForm(reading: Self.request(body, type: "multipart/form-data; boundary=ed;ge")) == nil)
  }

  @Test(
    "another type, a missing boundary and a body that ends early are refused",
    arguments: [
      ("multipart/mixed; boundary=edge", Self.part("Content-Disposition: form-data; name=a")),
      ("multipart/form-data", Self.part("Content-Disposition: form-data; name=a")),
      ("multipart/form-data; boundary=edge", ""), ("multipart/form-data; boundary=edge", "--edge\r\n"),
      ("multipart/form-data; boundary=edge", "--edge\r\nContent-Disposition: form-data; name=a\r\n\r\nred"),
      ("multipart/form-data; boundary=edge", "--edge\r\nContent-Disposition: form-data; name=a\r\n--edge--"),
      ("multipart/form-data; boundary=edge", Self.part("Content-Type: text/plain")),
    ])
  func refused(type: String, body: String) {
    #expect(MultipartForm(reading: Self.request(body, type: type)) == nil)
  }
}

extension String {
  fileprivate func replacingEdge(with boundary: String) -> String {
    split(separator: "edge", omittingEmptySubsequences: false).joined(separator: boundary)
  }
}
