import Testing
import WayleaveConsole
import WayleaveWire

@Suite("The command tree: where a word that is no command is looked for")
struct CommandWordTests {
  private func unknown(_ typed: [String], in tree: String) -> CommandTree.Unknown? {
    CommandTree(description: tree)?.unknown(in: typed)
  }

  private let tree = """
    {"command":{"commandName":"wayleave","subcommands":[
      {"commandName":"clients","subcommands":[{"commandName":"add"},{"commandName":"remove"}]},
      {"commandName":"grants","defaultSubcommand":"show","subcommands":[
        {"commandName":"show","arguments":[{"kind":"flag"}]}]},
      {"commandName":"help"}]}}
    """

  @Test("each level names its own commands and its own parent")
  func levels() {
    #expect(unknown(["client"], in: tree)?.has("client", "wayleave", ["clients"]) == true)
    #expect(unknown(["clients", "ad"], in: tree)?.has("ad", "wayleave clients", ["add"]) == true)
    #expect(unknown(["help", "clients", "ad"], in: tree)?.has("ad", "wayleave clients", ["add"]) == true)
    #expect(unknown(["clients", "add", "anything"], in: tree) == nil)
    // A default command that takes no words, as it has flags alone.
    #expect(unknown(["grants", "one"], in: tree)?.word == "one")
  }

  @Test(
    "names are compared by their bytes, and an option ends the search",
    arguments: ["CLIENTS", "clients ", "cli\u{301}ents"])
  func bytes(word: String) {
    #expect(unknown([word], in: tree)?.word == word)
    #expect(unknown(["--quiet", word], in: tree) == nil && unknown(["clients", "-v", word], in: tree) == nil)
  }

  @Test(
    "“help” is no suggestion, and a description that cannot be read has no tree",
    arguments: ["", "[]", "{}", "{\"command\":", "{\"a\":1}"])
  func unreadable(description: String) {
    #expect(CommandTree(description: description) == nil)
    #expect(unknown(["hel"], in: tree)?.nearest == [])
  }
}

extension CommandTree.Unknown {
  fileprivate func has(_ word: String, _ parent: String, _ nearest: [String]) -> Bool {
    self.word == word && self.parent == parent && self.nearest == nearest
  }
}

@Suite("wayleave request: what a part of a multipart body is")
struct MultipartTests {
  private func body(_ parts: [String]) throws -> String? {
    let body = try RequestBody(.init(parts: parts), boundary: "B") { path in Array("<\(path)>".utf8) }
    return body.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test(
    "RFC 7578 §4.2 and §4.4: a file has the last word of its path as its name, and a type",
    arguments: [
      ("a=@b.txt", "filename=\"b.txt\"", "<b.txt>"), ("a=@/x/y/b.txt", "filename=\"b.txt\"", "</x/y/b.txt>"),
      ("a=@/x/b\"\r\n", "filename=\"b%22%0D%0A\"", "</x/b\"\r\n>"), ("a=@/", "filename=\"file\"", "</>"),
    ])
  func files(part: String, name: String, content: String) throws {
    let body = try #require(try body([part]))
    #expect(body.hasPrefix("--B\r\nContent-Disposition: form-data; name=\"a\"; \(name)\r\n"))
    #expect(body.hasSuffix("\r\nContent-Type: application/octet-stream\r\n\r\n\(content)\r\n--B--\r\n"))
  }

  @Test("the first “=” ends the name; a value may be empty and hold more of them")
  func values() throws {
    #expect(try body(["a=b=c"])?.contains("name=\"a\"\r\n\r\nb=c\r\n") == true)
    #expect(try body(["a="])?.contains("name=\"a\"\r\n\r\n\r\n") == true)
    #expect(try body(["a=1", "b=2"])?.ranges(of: "--B\r\n").count == 2)
    #expect(try body([]) == nil)
  }

  @Test("what has data has no parts, and its type is that of a form")
  func types() throws {
    func type(_ pieces: RequestBody.Pieces) throws -> String? {
      try RequestBody(pieces, boundary: "B") { _ in [] }?.contentType
    }
    #expect(try type(.init(parts: ["a=b"])) == "multipart/form-data; boundary=B")
    #expect(try type(.init(data: ["a=b"])) == "application/x-www-form-urlencoded")
    #expect(try type(.init(binary: ["a"], parts: ["a=b"])) == "application/x-www-form-urlencoded")
  }
}
