public import Foundation

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationcredential
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public protocol ASAuthorizationCredential: NSObjectProtocol {}

/// https://developer.apple.com/documentation/authenticationservices/asauthorization
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
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
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
open class ASAuthorizationRequest: NSObject {}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest/requestedscopes
  open var requestedScopes: [ASAuthorization.Scope]?
  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest/state
  open var state: String?
  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest/nonce
  open var nonce: String?
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidrequest
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest {}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerdelegate
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
@MainActor public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
  /// The same page, `authorizationController(controller:didCompleteWithAuthorization:)`
  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
  /// The same page, `authorizationController(controller:didCompleteWithError:)`
  func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerpresentationcontextproviding
@available(macOS 10.15, iOS 13, tvOS 13, visionOS 1, *)
@available(watchOS, unavailable)
@MainActor public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
  /// The same page, `presentationAnchor(for:)`
  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
open class ASAuthorizationController: NSObject {
  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/authorizationrequests
  public let authorizationRequests: [ASAuthorizationRequest]
  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/delegate
  open weak var delegate: (any ASAuthorizationControllerDelegate)?
  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/presentationcontextprovider
  @available(macOS 10.15, iOS 13, tvOS 13, visionOS 1, *)
  @available(watchOS, unavailable)
  open weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?

  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/init(authorizationrequests:)
  public init(authorizationRequests: [ASAuthorizationRequest]) {
    self.authorizationRequests = authorizationRequests
    super.init()
  }

  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/performrequests()
  ///
  /// The real one is called on the main thread; so is this one.
  open func performRequests() {
    nonisolated(unsafe) let controller = self
    MainActor.assumeIsolated { StandInAppleID.perform(controller) }
  }

  /// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/cancel()
  @available(macOS 13, iOS 16, tvOS 18, visionOS 1, *)
  @available(watchOS, unavailable)
  open func cancel() {
    nonisolated(unsafe) let controller = self
    MainActor.assumeIsolated { StandInAppleID.cancel(controller) }
  }
}

/// https://developer.apple.com/documentation/authenticationservices/asauthorizationerror
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
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
