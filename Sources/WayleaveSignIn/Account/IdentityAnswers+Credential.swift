import WayleaveBackport
import WayleaveOAuth1
package import WayleaveProvider
import WayleaveWire

extension IdentityAnswers {
  /// What came with a credential, which some providers alone tell of the user.
  package init(of credential: Credential) {
    switch credential {
    case .oauth1(let credential):
      var told = JSON.Object()
      for field in credential.additional.fields {
        guard let name = String(utf8: field.name),
          let value = String(utf8: field.value)
        else { continue }
        told[name] = .string(value)
      }
      self.init(token: .object(told))
    case .oauth2(let tokens): self.init(token: .object(tokens.additional))
    }
  }
}
