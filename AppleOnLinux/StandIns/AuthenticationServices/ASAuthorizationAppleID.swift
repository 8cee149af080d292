public import Foundation
import Synchronization

/// https://developer.apple.com/documentation/authenticationservices/asuserdetectionstatus
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public enum ASUserDetectionStatus: Int, Sendable {
  case unsupported = 0
  case unknown = 1
  case likelyReal = 2
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
open class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential {
  /// The pages below that one.
  public internal(set) var user = ""
  public internal(set) var state: String?
  public internal(set) var authorizationCode: Data?
  public internal(set) var identityToken: Data?
  public internal(set) var fullName: PersonNameComponents?
  public internal(set) var realUserStatus = ASUserDetectionStatus.unsupported
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidprovider
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
open class ASAuthorizationAppleIDProvider: NSObject {
  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidprovider/credentialstate
  public enum CredentialState: Int, Sendable {
    case revoked = 0
    case authorized = 1
    case notFound = 2
    case transferred = 3
  }

  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidprovider/credentialrevokednotification
  public class var credentialRevokedNotification: NSNotification.Name {
    NSNotification.Name("ASAuthorizationAppleIDCredentialRevokedNotification")
  }

  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidprovider/createrequest()
  open func createRequest() -> ASAuthorizationAppleIDRequest { ASAuthorizationAppleIDRequest() }

  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidprovider/getcredentialstate(foruserid:completion:)
  open func getCredentialState(
    forUserID userID: String, completion: @escaping @Sendable (CredentialState, (any Error)?) -> Void
  ) {
    let (state, error) = StandInAppleID.answer(about: userID)
    completion(state, error)
  }
}

/// What the tests see of the sheet that asks for the Apple account, and what its user does.
@available(watchOS, unavailable)
public enum StandInAppleID {
  /// A question on the screen.
  @MainActor public final class Shown {
    public let scopes: [ASAuthorization.Scope]
    public let nonce: String?
    public let state: String?
    public let anchor: ASPresentationAnchor?
    private let controller: ASAuthorizationController

    init(_ controller: ASAuthorizationController) {
      let request = controller.authorizationRequests.first as? ASAuthorizationAppleIDRequest
      (scopes, nonce, state) = (request?.requestedScopes ?? [], request?.nonce, request?.state)
      anchor = controller.presentationContextProvider?.presentationAnchor(for: controller)
      self.controller = controller
    }

    /// The user agrees.
    public func agree(
      user: String, token: String?, code: String? = "code", givenName: String? = nil, familyName: String? = nil,
      state: String? = nil, status: ASUserDetectionStatus = .likelyReal
    ) {
      let credential = ASAuthorizationAppleIDCredential()
      (credential.user, credential.state, credential.realUserStatus) = (user, state ?? self.state, status)
      (credential.identityToken, credential.authorizationCode) = (
        token.map { Data($0.utf8) }, code.map { Data($0.utf8) }
      )
      if givenName != nil || familyName != nil {
        var name = PersonNameComponents()
        (name.givenName, name.familyName) = (givenName, familyName)
        credential.fullName = name
      }
      answer(credential)
    }

    /// The system brings something.
    public func answer(_ credential: any ASAuthorizationCredential) {
      controller.delegate?.authorizationController(
        controller: controller, didCompleteWithAuthorization: ASAuthorization(credential))
    }

    /// The system ends it.
    public func fail(_ error: any Error) {
      controller.delegate?.authorizationController(controller: controller, didCompleteWithError: error)
    }
  }

  /// A credential of another kind.
  public final class OtherCredential: NSObject, ASAuthorizationCredential {}

  /// What is on the screen, or was last.
  @MainActor public private(set) static var shown: Shown?

  private static let states = Mutex<[String: ASAuthorizationAppleIDProvider.CredentialState]>([:])
  private static let failure = Mutex<ASAuthorizationError?>(nil)

  @MainActor public static func reset() {
    shown = nil
    states.withLock { $0 = [:] }
    failure.withLock { $0 = nil }
  }

  /// What the system says of a user from now on.
  public static func set(_ state: ASAuthorizationAppleIDProvider.CredentialState, of user: String) {
    states.withLock { $0[user] = state }
  }

  /// The system says nothing of anyone.
  public static func fail(_ error: ASAuthorizationError?) { failure.withLock { $0 = error } }

  /// The system gives notice that an account was revoked.
  public static func notify() {
    NotificationCenter.default.post(name: ASAuthorizationAppleIDProvider.credentialRevokedNotification, object: nil)
  }

  static func answer(about user: String) -> (ASAuthorizationAppleIDProvider.CredentialState, (any Error)?) {
    if let error = failure.withLock(\.self) { return (.notFound, error) }
    return (states.withLock { $0[user] } ?? .notFound, nil)
  }

  @MainActor static func perform(_ controller: ASAuthorizationController) { shown = Shown(controller) }

  @MainActor static func cancel(_ controller: ASAuthorizationController) {
    controller.delegate?.authorizationController(
      controller: controller, didCompleteWithError: ASAuthorizationError(.canceled))
  }
}
