import Hummingbird

extension Response {
  /// A page with a text, which is escaped, and one button.
  static func page(
    _ text: String, status: HTTPResponse.Status = .ok, button: String, to path: String
  ) -> Response {
    let html = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>A website</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark"></head>
      <body><h1>\(escaped(text))</h1>
      <form method="post" action="\(path)"><button>\(button)</button></form></body></html>

      """
    return Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(string: html)))
  }

  /// A name comes from the provider, and the provider has it from the user: without this it could bring a script.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
