import Testing
import WayleaveConsole
import WayleaveWire

@Suite("RFC 3986 §6.2.2.1: a typed URL is read with its scheme and host in lower case")
struct TypedURLTests {
  @Test(
    "scheme and host alone are changed; a path, a slash, an escape, a port and a query stay as they were typed",
    arguments: [
      ("HTTPS://Example.com", "https://example.com"), ("https://EXAMPLE.com/", "https://example.com/"),
      ("https://Example.com:8443/Realms/A%2fB/?Q=Z#F", "https://example.com:8443/Realms/A%2fB/?Q=Z#F"),
      ("http://[::1]:80/x", "http://[::1]:80/x"), ("HTTP://[2001:DB8::A]/X", "http://[2001:db8::a]/X"),
      // Two issuers: RFC 8414 §3.3.
      ("https://example.com", "https://example.com"), ("https://example.com/", "https://example.com/"),
    ])
  func normalized(typed: String, read: String) { #expect(TypedURL.normalized(typed) == read) }

  @Test(
    "what is no URL of http or https is left alone",
    arguments: ["Shop", "", "Com.Example:/CB", "HTTPS://user@Example.com/", "https://EXA MPLE.com", "HTTPS:///X"])
  func other(typed: String) { #expect(TypedURL.normalized(typed) == typed) }

  @Test(
    "another spelling differs in the case of letters and in slashes at the end alone",
    arguments: [
      ("https://a.example/mcp/", "https://a.example/mcp", true),
      ("https://a.example/MCP", "https://a.example/mcp", true),
      ("https://a.example/", "https://a.example", true), ("https://a.example/mcp", "https://a.example/mcp", false),
      ("https://a.example/mpc", "https://a.example/mcp", false),
      ("http://a.example/mcp", "https://a.example/mcp", false),
      ("https://a.example/mcp/?a=B", "https://a.example/mcp?a=b", false),
    ])
  func spelling(typed: String, known: String, isSpelling: Bool) throws {
    #expect(TypedURL.isOtherSpelling(try AbsoluteURL(typed), of: try AbsoluteURL(known)) == isSpelling)
  }
}
