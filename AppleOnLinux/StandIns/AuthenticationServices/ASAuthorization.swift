public import Foundation

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationcredential
public protocol ASAuthorizationCredential: NSObjectProtocol {}

/// https://developer.apple.com/documentation/authenticationservices/asauthorization
open class ASAuthorization: NSObject {
  /// https://developer.apple.com/documentation/authenticationservices/asauthorization/scope
  public struct Scope: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let fullName = Scope(rawValue: "full_name")
    public static let email = Scope(rawValue: "email")
  }

  /// https://developer.apple.com/documentation/authenticationservices/asauthorization/credential
  public let credential: any ASAuthorizationCredential

  init(_ credential: any ASAuthorizationCredential) {
    self.credential = credential
    super.init()
  }
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationrequest
open class ASAuthorizationRequest: NSObject {}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest/requestedscopes
  open var requestedScopes: [ASAuthorization.Scope]?
  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest/state
  open var state: String?
  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest/nonce
  open var nonce: String?
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidrequest
open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest {}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerdelegate
@MainActor public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
  /// The same page, `authorizationController(controller:didCompleteWithAuthorization:)`
  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
  /// The same page, `authorizationController(controller:didCompleteWithError:)`
  func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerpresentationcontextproviding
@MainActor public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
  /// The same page, `presentationAnchor(for:)`
  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller
@MainActor open class ASAuthorizationController: NSObject {
  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/authorizationrequests
  public let authorizationRequests: [ASAuthorizationRequest]
  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/delegate
  open weak var delegate: (any ASAuthorizationControllerDelegate)?
  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/presentationcontextprovider
  open weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?

  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/init(authorizationrequests:)
  public init(authorizationRequests: [ASAuthorizationRequest]) {
    self.authorizationRequests = authorizationRequests
    super.init()
  }

  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/performrequests()
  open func performRequests() { StandInAppleID.perform(self) }

  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/cancel()
  open func cancel() { StandInAppleID.cancel(self) }
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationerror
public struct ASAuthorizationError: Error, Sendable {
  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationerror/code
  public enum Code: Int, Sendable {
    case unknown = 1000
    case canceled = 1001
    case invalidResponse = 1002
    case notHandled = 1003
    case failed = 1004
    case notInteractive = 1005
  }

  public let code: Code

  public init(_ code: Code) { self.code = code }
}
