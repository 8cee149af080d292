import ArgumentParser
import WayleaveConsole
import WayleaveWire

/// The server that an MCP client talks to.
struct MCPServer: ParsableArguments {
  @Argument(help: "The URL of the MCP server.")
  var url: String

  func validate() throws {
    guard let address = try? AbsoluteURL(url), address.scheme == "https" || address.scheme == "http",
      address.fragment == nil
    else { throw ValidationError("The URL has to be complete, such as https://mcp.example.com/mcp.") }
    guard address.isSecure else {
      throw ValidationError("Use the https URL: by http the token could be read on its way.")
    }
  }

  var address: AbsoluteURL { get throws(OAuthError) { try TypedURL.url(url) } }
}
