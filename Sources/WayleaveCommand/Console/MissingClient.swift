import WayleaveConsole
import WayleaveProvider
import WayleaveWire

/// A sign-in without a client: the failure, and how to register one.
struct MissingClient: Error {
  let error: OAuthError
  let steps: RegistrationSteps

  /// The error as the contract has it, with the steps as `registration`.
  var json: JSON {
    var object = error.json["error"]?.object ?? JSON.Object()
    object["registration"] = steps.json
    return ["error": .object(object)]
  }
}
