import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// `/services/rest`: every answer has the status 200, and `stat` says whether it is one.
extension Flickr {
  /// What a method says when it refuses.
  enum Refusal: Int64, Error {
    case noPhotoset = 1
    case noPhoto = 2
    case emptyPhoto = 4
    case unknownType = 5
    case invalidSignature = 96
    case missingSignature = 97
    case loginFailed = 98
    case missingPermission = 99
    case invalidKey = 100
    case unknownFormat = 111
    case unknownMethod = 112

    var message: String {
      switch self {
      case .noPhotoset: "Photoset not found"
      case .noPhoto: "No photo specified"
      case .emptyPhoto: "Filesize was zero"
      case .unknownType: "Filetype was not recognised"
      case .invalidSignature: "Invalid signature"
      case .missingSignature: "Missing signature"
      case .loginFailed: "Invalid auth token"
      case .missingPermission: "User not logged in / Insufficient permissions"
      case .invalidKey: "Invalid API Key (Key has invalid format)"
      case .unknownFormat: "Format not found"
      case .unknownMethod: "Method not found"
      }
    }
  }

  func call(_ request: EntryRequest) -> ResponseMessage {
    let pairs = request.visit.query.isEmpty ? request.pairs : request.visit.query
    do throws(Refusal) {
      guard (try? pairs.text(of: "format")) == "json" else { throw .unknownFormat }
      let (text, token) = try shownToken(request)
      request.context.note(.apiAnswered, request.visit, client: request.play.client.id, person: token.person)
      let method = (try? pairs.nonEmptyText(of: "method")) ?? ""
      return try answer(in: pairs, members: members(of: method, in: pairs, text, token))
    } catch {
      request.noteRefusal("\(error.rawValue)")
      return answer(
        in: pairs, members: ["stat": "fail", "code": JSON(error.rawValue), "message": .string(error.message)])
    }
  }

  func shownToken(_ request: EntryRequest) throws(Refusal) -> (Secret, EntryLedger.ShownToken) {
    guard let signed = signed(request) else { throw .missingSignature }
    guard let client = request.play.registered(ClientID(signed.consumerKey)) else { throw .invalidKey }
    guard let text = signed.token, !text.isEmpty else { throw .missingPermission }
    // A token of another app is none for this consumer.
    guard let token = request.play.issued.goodToken(text, at: request.visit.now),
      token.client == request.play.granted(client.id)
    else {
      throw .loginFailed
    }
    guard case .oauth1(let service) = request.play.entry.service,
      (try? request.entries.verifiedToken(at: request.play, by: service, request.visit)) != nil
    else { throw .invalidSignature }
    return (text, token)
  }

  private func members(
    of method: String, in pairs: Form, _ text: Secret, _ token: EntryLedger.ShownToken
  ) throws(Refusal) -> JSON {
    let person = token.person
    let (nsid, name) = (JSON.string(String(person.id)), JSON.string(person.handle))
    switch method {
    case "flickr.test.login":
      return ["user": ["id": nsid, "username": ["_content": name], "path_alias": .null], "stat": "ok"]
    case "flickr.auth.oauth.checkToken":
      let user: JSON = ["nsid": nsid, "username": name, "fullname": .string(person.name)]
      return [
        "oauth": [
          "token": ["_content": .string(text.exposedText)],
          "perms": ["_content": .string(token.scopes.first ?? "read")], "user": user,
        ], "stat": "ok",
      ]
    case "flickr.people.getInfo":
      let told: JSON = [
        "id": nsid, "nsid": nsid, "username": ["_content": name], "realname": ["_content": .string(person.name)],
      ]
      return ["person": told, "stat": "ok"]
    case "flickr.photosets.getList": return ["photosets": Self.photosets(of: person), "stat": "ok"]
    case "flickr.photosets.getPhotos":
      return ["photoset": try Self.photos(of: person, in: try? pairs.text(of: "photoset_id")), "stat": "ok"]
    default: throw .unknownMethod
    }
  }

  private static let photosets = [
    (title: "Gates", photos: ["Oak, five bars", "Iron, with a bell", "One that never shuts"]),
    (title: "Lanes and stiles", photos: ["Narrow lane", "Stone stile", "Ladder stile", "Where the lanes meet"]),
  ]

  private static func id(of set: Int, of person: PlaygroundPerson) -> JSON { .string("\(person.id)\(set + 1)") }

  /// One page with all photos of a set; `url_t` and `url_o` whether they are asked for or not.
  private static func photos(of person: PlaygroundPerson, in id: String?) throws(Refusal) -> JSON {
    guard let index = photosets.indices.first(where: { Self.id(of: $0, of: person).string == id }) else {
      throw .noPhotoset
    }
    let photos = photosets[index].photos.enumerated().map { number, title -> JSON in
      let picture = "https://playground.invalid/photos/\(person.id)/\(index + 1)\(number + 1)"
      return [
        "id": .string("\(person.id)\(index + 1)\(number + 1)"), "title": .string(title),
        "isprimary": .string(number == 0 ? "1" : "0"), "url_t": .string(picture + "_t.jpg"),
        "url_o": .string(picture + "_o.jpg"),
      ]
    }
    return [
      "id": Self.id(of: index, of: person), "owner": .string(String(person.id)), "ownername": .string(person.handle),
      "page": 1, "pages": 1, "per_page": 500, "total": JSON(Int64(photos.count)),
      "title": .string(photosets[index].title), "photo": .array(photos),
    ]
  }

  private static func photosets(of person: PlaygroundPerson) -> JSON {
    let sets = photosets.enumerated().map { index, set -> JSON in
      [
        "id": id(of: index, of: person), "owner": .string(String(person.id)), "username": .string(person.handle),
        "photos": JSON(Int64(set.photos.count)), "title": ["_content": .string(set.title)],
        "description": ["_content": ""],
      ]
    }
    return [
      "cancreate": 1, "page": 1, "pages": 1, "perpage": 500, "total": JSON(Int64(sets.count)), "photoset": .array(sets),
    ]
  }

  /// Plain JSON only for one who asks for it; else a call of a function.
  private func answer(in pairs: Form, members: JSON) -> ResponseMessage {
    guard (try? pairs.text(of: "nojsoncallback")) != "1" else { return ResponseMessage(.ok, json: members) }
    return .text(.ok, "jsonFlickrApi(\(members.encodedText()))", type: "text/javascript; charset=utf-8")
  }
}
