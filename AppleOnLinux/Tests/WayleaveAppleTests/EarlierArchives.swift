import Foundation

/// An object that encodes values under the names of a library's coder. Each subclass stands for a class of a library; the
/// archiver of Linux takes no private one.
class LibraryObject: NSObject, NSCoding {
  enum Value {
    case text(String)
    case url(String)
    /// So many seconds after the beginning of 2001.
    case time(Double)
    case flag(Bool)
    case number(Int32)
    case texts([String: String])
    case object(LibraryObject)
  }

  var values: [String: Value]

  init(_ values: [String: Value]) { self.values = values }

  /// No test makes one of an archive.
  required init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    for (name, value) in values {
      switch value {
      case .text(let text): coder.encode(NSString(string: text), forKey: name)
      case .url(let text): coder.encode(NSURL(string: text), forKey: name)
      case .time(let seconds): coder.encode(NSDate(timeIntervalSinceReferenceDate: seconds), forKey: name)
      case .flag(let flag): coder.encode(flag, forKey: name)
      case .number(let number): coder.encode(number, forKey: name)
      case .texts(let texts):
        let keys = texts.keys.sorted()
        let dictionary = NSDictionary(
          objects: keys.map { NSString(string: texts[$0] ?? "") }, forKeys: keys.map { NSString(string: $0) })
        coder.encode(dictionary, forKey: name)
      case .object(let object): coder.encode(object, forKey: name)
      }
    }
  }

  /// What Foundation's archiver writes, with the names of the libraries' classes.
  func archived(as className: String, forKey key: String = NSKeyedArchiveRootObjectKey) -> Data {
    let names: [(LibraryObject.Type, String)] =
      [
        (AuthStateOfAppAuth.self, "OIDAuthState"),
        (AuthorizationResponseOfAppAuth.self, "OIDAuthorizationResponse"),
        (AuthorizationRequestOfAppAuth.self, "OIDAuthorizationRequest"),
        (ServiceConfigurationOfAppAuth.self, "OIDServiceConfiguration"),
        (TokenResponseOfAppAuth.self, "OIDTokenResponse"), (ErrorOfFoundation.self, "NSError"),
      ].filter { $0.0 != type(of: self) } + [(type(of: self), className)]
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    for (type, name) in names { archiver.setClassName(name, for: type) }
    archiver.encode(self, forKey: key)
    archiver.finishEncoding()
    return names.reduce(archiver.encodedData) { $0.naming($1.0, $1.1) }
  }
}

final class AuthStateOfAppAuth: LibraryObject {}
final class AuthorizationResponseOfAppAuth: LibraryObject {}
final class AuthorizationRequestOfAppAuth: LibraryObject {}
final class ServiceConfigurationOfAppAuth: LibraryObject {}
final class TokenResponseOfAppAuth: LibraryObject {}
final class SessionOfGTMAppAuth: LibraryObject {}
final class CredentialOfOAuthSwift: LibraryObject {}
final class ErrorOfFoundation: LibraryObject {}

extension AuthStateOfAppAuth {
  /// The state of a user of Spotify, whose access token is good until then.
  static func ofSpotify(until end: Double, client: String = "app", issuer: String? = nil) -> AuthStateOfAppAuth {
    let configuration = ServiceConfigurationOfAppAuth([
      "authorizationEndpoint": .url("https://accounts.spotify.com/authorize"),
      "tokenEndpoint": .url("https://accounts.spotify.com/api/token"),
    ])
    if let issuer { configuration.values["issuer"] = .url(issuer) }
    let request = AuthorizationRequestOfAppAuth([
      "configuration": .object(configuration), "client_id": .text(client), "client_secret": .text("canary-secret"),
      "response_type": .text("code"), "scope": .text("user-read-email"), "state": .text("s"),
      "code_verifier": .text("v"),
    ])
    let authorization = AuthorizationResponseOfAppAuth([
      "request": .object(request), "code": .text("spent"), "state": .text("s"), "additionalParameters": .texts([:]),
    ])
    let answer = TokenResponseOfAppAuth([
      "access_token": .text("canary-access"), "token_type": .text("Bearer"), "expires_in": .time(end),
      "id_token": .text("canary-id"), "refresh_token": .text("canary-older"),
      "additionalParameters": .texts(["a": "b"]),
    ])
    return AuthStateOfAppAuth([
      "lastAuthorizationResponse": .object(authorization), "lastTokenResponse": .object(answer),
      "scope": .text("user-read-email user-read-private"), "refreshToken": .text("canary-refresh"),
      "needsTokenRefresh": .flag(false),
    ])
  }
}

extension Data {
  /// An archive with the class name that was set, which the archiver of Linux passes over.
  ///
  /// Objects are found by their offsets: a shorter name leaves a gap behind it, and moves nothing.
  func naming(_ type: AnyClass, _ className: String) -> Data {
    func text(_ name: String) -> Data { Data([0x5F, 0x10, UInt8(name.utf8.count)] + name.utf8) }
    var archive = self
    let (own, new) = (text(NSStringFromClass(type)), text(className))
    guard archive.range(of: new) == nil else { return archive }
    while let place = archive.range(of: own) { archive.replaceSubrange(place.prefix(new.count), with: new) }
    return archive
  }
}
