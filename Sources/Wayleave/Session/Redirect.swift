import HTTPTypes
import WayleaveBackport
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveWire

/// Redirects of requests that change nothing; every other one is the caller's to see.
enum Redirect {
  /// The request at the place where the answer to it sends a GET or HEAD on to. Nil when it does not, or to clear text, or
  /// from the Internet into a private network, or with something of the credential to another origin. `sent` is the request
  /// as it was sent, with `credential` on it.
  ///
  /// The credential is put on again: what was put into the query before, and which many servers keep, is left out of it.
  static func next(
    after response: ResponseMessage, to request: RequestMessage, sentAs sent: RequestMessage,
    with credential: @autoclosure () -> Credential?
  ) -> RequestMessage? {
    guard let target = target(of: response, to: request), let queries = try? (sent.queryForm, request.queryForm) else {
      return nil
    }
    let added = queries.0.fields.filter { !queries.1.fields.contains($0) }
    var next = RequestMessage(request.head.method, to: target)
    if request.origin == Origin(of: target) {
      next.head.headerFields = request.head.headerFields
      next.removeFromQuery(added.map(\.name))
    } else {
      let own = request.carriedSecrets
      let carried = sent.carriedSecrets.filter { !own.contains($0) } + (credential()?.secrets ?? [])
      guard let query = try? target.queryForm,
        !query.fields.contains(where: { added.contains($0) && SecretNames.message.contains($0.name) }),
        !target.holds(anyOf: carried + added.filter(\.mayBeToken).map(\.value))
      else { return nil }
      // What the caller set for another origin stays behind.
      next.head.headerFields[.accept] = request.head.headerFields[.accept]
    }
    return next
  }

  private static func target(of response: ResponseMessage, to request: RequestMessage) -> AbsoluteURL? {
    guard [.get, .head].contains(request.head.method), let reference = response.redirectReference,
      let base = try? AbsoluteURL(request.url ?? ""), let place = base.resolving(reference),
      let target = try? Endpoint(place.text).url, target.scheme == base.scheme || target.scheme == "https",
      target.mayBeNamed(by: base)
    else { return nil }
    return target
  }
}

extension Message where Head == HTTPRequest {
  fileprivate var queryForm: Form {
    get throws(OAuthError) { try Form(decoding: query ?? "") }
  }

  /// Takes the pairs of these names out of the query; the others stand as they were written.
  fileprivate mutating func removeFromQuery(_ names: [[UInt8]]) {
    guard let query, !names.isEmpty else { return }
    let kept = query.split(separator: "&", omittingEmptySubsequences: false).filter { pair in
      guard let name = try? Form(decoding: String(pair)).fields.first?.name else { return true }
      return !names.contains(name)
    }
    head.path = pathWithoutQuery + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
  }
}

extension Form.Field {
  /// Whether it may be a token under a name of the provider's own; a date or a format that an API wants with each call is
  /// shorter.
  fileprivate var mayBeToken: Bool {
    value.count > SecretBlotter.shortest && !PublicMember.contains(String(decoding: name, as: UTF8.self))
  }
}

extension AbsoluteURL {
  /// Whether a secret stands in it, whole: as it is, or escaped as often as one URL stands in another.
  ///
  /// A part of one says nothing: two tokens of one issuer often begin alike.
  fileprivate func holds(anyOf secrets: [[UInt8]]) -> Bool {
    var bytes = Array(text.utf8)
    for _ in 0..<4 {
      let isHeld = secrets.contains { $0.count >= SecretBlotter.shortest && bytes.contains(part: $0) }
      if isHeld { return true }
      bytes = PercentEncoding.decode(bytes) ?? bytes
    }
    return false
  }
}
