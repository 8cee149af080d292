// In a file of its own: both protocols read refusals by an initializer of this name, and only one may be in view here.
import WayleaveOAuth1
package import WayleaveWire

extension ProviderRefusal {
  /// What a provider of OAuth 1.0a says when it refuses a signed request.
  package init(ofSignedRequest response: ResponseMessage) { self.init(reading: response) }
}
