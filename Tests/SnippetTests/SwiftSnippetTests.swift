import Testing

@Suite("Every Swift block in the documentation compiles")
struct SwiftSnippetTests {
  @Test("each Swift block of a page stands word for word in a file that the compiler has read")
  func blocksAreCompiled() throws {
    let compiled = try CompiledSnippet.all()
    let blocks = try Page.all().flatMap(\.blocks).filter { $0.language == "swift" }
    try #require(!blocks.isEmpty)
    for block in blocks {
      #expect(
        compiled.contains { $0.isShown(by: block) },
        "\(block.place): no region of Tests/SnippetTests/Snippets is equal to this block; change both together")
    }
  }

  @Test("each compiled region is shown on a page")
  func regionsAreShown() throws {
    let blocks = try Page.all().flatMap(\.blocks).filter { $0.language == "swift" }
    for snippet in try CompiledSnippet.all() {
      #expect(
        blocks.contains(where: snippet.isShown), "no page shows the snippet \"\(snippet.name)\" as it is compiled")
    }
  }

  @Test("the pages read are those that people read first")
  func pages() throws {
    let names = try Page.all().map(\.name)
    #expect(names.contains("README.md"))
    #expect(names.contains("CONTRIBUTING.md"))
  }
}

@Suite("Reading blocks and regions")
struct BlockReadingTests {
  @Test("a block has its language, its place and its lines without the indentation they share")
  func blocks() {
    let page = "Text\n\n  ```swift\n  let a = 1\n    + 2\n  ```\n```console\n$ x\n```\n````md\n```swift\n```\n````\n"
    let blocks = FencedBlock.all(in: page, named: "P.md")
    #expect(blocks.map(\.language) == ["swift", "console", "md"])
    #expect(blocks.map(\.place) == ["P.md:3", "P.md:7", "P.md:10"])
    #expect(blocks.map(\.lines) == [["let a = 1", "  + 2"], ["$ x"], ["```swift", "```"]])
  }

  @Test("a region is what stands between its markers, without the indentation of the function around it")
  func regions() {
    let source = "func f() {\n  // snippet: one\n  let a = 1\n\n    + 2\n  // end of snippet\n}\n// snippet: open\nx"
    let regions = CompiledSnippet.regions(in: source)
    #expect(regions.map(\.name) == ["one"])
    #expect(regions.map(\.lines) == [["let a = 1", "", "  + 2"]])
  }

  @Test("a block may begin with imports of the file, and with no others")
  func imports() throws {
    let region = try #require(
      CompiledSnippet.regions(in: "import A\nimport B\n// snippet: one\nlet a = 1\n// end of snippet").first)
    func isShown(_ lines: String...) -> Bool {
      region.isShown(by: FencedBlock(place: "P.md:1", language: "swift", lines: lines))
    }
    #expect(
      isShown("let a = 1") && isShown("import A", "", "let a = 1") && isShown("import A", "import B", "", "let a = 1"))
    #expect(!isShown("import C", "", "let a = 1") && !isShown("import A", "", "let a = 2") && !isShown("import A"))
  }
}
