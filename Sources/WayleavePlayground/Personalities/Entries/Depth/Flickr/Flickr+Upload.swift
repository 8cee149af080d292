import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `up.flickr.com/services/upload`: a photo and its texts in parts; the answer is XML with the status 200.
///
/// https://www.flickr.com/services/api, "Uploading Photos".
extension Flickr {
  func upload(_ request: EntryRequest) -> ResponseMessage {
    do throws(Refusal) {
      let (_, token) = try shownToken(withTexts(of: request))
      guard Self.permissions.dropFirst().contains(token.scopes.first ?? "") else { throw .missingPermission }
      let photo = MultipartForm(reading: request.visit.request)?.parts.first { $0.name == "photo" && $0.isFile }
      guard let photo else { throw .noPhoto }
      guard !photo.content.isEmpty else { throw .emptyPhoto }
      guard Self.beginnings.contains(where: { photo.content.starts(with: $0) }) else { throw .unknownType }
      request.context.note(.apiAnswered, request.visit, client: request.play.client.id, person: token.person)
      let number = RandomText.alphanumeric(8, using: &request.context.random).utf8.map { String($0 % 10) }.joined()
      return xml("ok", "<photoid>\(token.person.id)\(number)</photoid>")
    } catch {
      request.noteRefusal("\(error.rawValue)")
      return xml("fail", "<err code=\"\(error.rawValue)\" msg=\"\(error.message)\" />")
    }
  }

  /// The request whose signature counts: the texts are its form, and the photo is left out.
  private func withTexts(of request: EntryRequest) -> EntryRequest {
    var signed = request.visit
    signed.request = signed.request.withTextPartsAsForm
    return EntryRequest(entries: request.entries, play: request.play, url: request.url, visit: signed)
  }

  /// How a JPEG, a PNG and a GIF begin.
  private static let beginnings: [[UInt8]] = [
    [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], [0x47, 0x49, 0x46, 0x38],
  ]

  private func xml(_ status: String, _ content: String) -> ResponseMessage {
    .text(
      .ok, "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n<rsp stat=\"\(status)\">\n\(content)\n</rsp>\n",
      type: "text/xml; charset=utf-8")
  }
}
