/// Why a provider ends tokens before their time.
enum TokenEnding: String, Sendable, CaseIterable {
  case appRemoved = "app-removed"
  case passwordChanged = "password-changed"
  case loggedOut = "logged-out"
  case accountSuspended = "account-suspended"
  case expired
}
