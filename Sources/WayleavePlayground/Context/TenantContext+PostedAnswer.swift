import WayleaveOAuth2
import WayleaveWire

extension TenantContext {
  /// The page that posts an answer to the application, with what goes wrong on purpose.
  func page(posting form: Form, to redirectURI: RedirectURI, _ visit: Visit) -> ResponseMessage {
    CallbackFault(effects: visit.effects, notifier: configuration.notifier).page(posting: form, to: redirectURI)
  }
}
