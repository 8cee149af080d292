package import WayleaveConsole
import WayleaveProvider
package import WayleaveWire

/// A sign-in without a client: the failure, and how to register one.
package struct MissingClient: Error {
  package let error: OAuthError
  package let steps: RegistrationSteps

  package init(error: OAuthError, steps: RegistrationSteps) { (self.error, self.steps) = (error, steps) }

  /// The error as the contract has it, with the steps as `registration`.
  package var json: JSON {
    var object = error.json["error"]?.object ?? JSON.Object()
    object["registration"] = steps.json
    return ["error": .object(object)]
  }
}
