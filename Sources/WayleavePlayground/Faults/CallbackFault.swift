import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// What goes wrong with the way back to the application.
struct CallbackFault {
  let effects: [Fault.Effect]
  let notifier: @Sendable (RequestMessage) async -> Void

  /// The redirect with the parameters that are altered; an answer that is no redirect stays.
  func apply(to answer: ResponseMessage) -> ResponseMessage {
    guard !effects.isEmpty, let location = answer.head.headerFields[.location] else { return answer }
    var answer = answer
    let changed = altering(location)
    answer.head.headerFields[.location] = changed
    if let url = try? AbsoluteURL(changed) { notify(RequestMessage(.get, to: url), at: url) }
    return answer
  }

  /// The page that posts an answer with the parameters that are altered.
  ///
  /// OAuth 2.0 Form Post Response Mode §2.
  func page(posting form: Form, to redirectURI: RedirectURI) -> ResponseMessage {
    let changed = altering(form)
    var request = RequestMessage(.post, to: redirectURI.url)
    request.head.headerFields[.contentType] = ContentType.form
    request.body = changed.encoded()
    notify(request, at: redirectURI.url)
    return FormPostResponse(changed).page(to: redirectURI)
  }

  /// Calls the application before the browser does, where that is to go wrong.
  private func notify(_ request: RequestMessage, at url: AbsoluteURL) {
    guard effects.contains(.callbackTwice), url.isLoopback, url.scheme == "http" else { return }
    Task { [notifier] in await notifier(request) }
  }

  private static let answers = [
    "code", "oauth_verifier", "error", "error_description", "denied", "access_token", "token_type", "expires_in",
  ]

  private func altering(_ location: String) -> String {
    // The answer of the implicit grant stands in the fragment: RFC 6749 §4.2.2.
    let inFragment = location.utf8.firstIndex(of: UInt8(ascii: "#")).flatMap { mark in
      ["access_token=", "error="].contains { location[mark...].dropFirst().hasPrefix($0) } ? mark : nil
    }
    guard let mark = inFragment ?? location.utf8.firstIndex(of: UInt8(ascii: "?")),
      let form = try? Form(decoding: String(location[location.utf8.index(after: mark)...]))
    else { return location }
    return location[...mark] + String(decoding: altering(form).encodedForQuery(), as: UTF8.self)
  }

  private func altering(_ form: Form) -> Form {
    var altered = form
    for effect in effects {
      switch effect {
      case .callbackAltered(let name):
        for index in altered.fields.indices where altered.fields[index].name.elementsEqual(name.utf8) {
          altered.fields[index].value = Array("altered".utf8) + altered.fields[index].value
        }
      case .callbackWithout(let name): altered.fields.removeAll { $0.name.elementsEqual(name.utf8) }
      case .callbackAnswer(let pairs):
        altered.fields.removeAll { field in Self.answers.contains { field.name.elementsEqual($0.utf8) } }
        if let answer = try? Form(decoding: pairs) { altered.append(contentsOf: answer) }
      default: break
      }
    }
    return altered
  }
}
