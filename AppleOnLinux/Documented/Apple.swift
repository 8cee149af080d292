import WayleaveAppleUnderTest

/// What Documentation/apple.md shows: only what is public can be used here.
func signIn() async throws {
  // snippet: a sign-in on an Apple device
  let accounts = try Accounts.onThisDevice()
  let redirectURI = try RedirectURI("com.example.app:/callback")
  let client = try Client(id: "your client id", redirectURIs: [redirectURI])
  let signedIn = try await accounts.signIn(to: .github, as: client)
  let reply = try await accounts.session(for: signedIn.account).get("https://api.github.com/user")
  // end of snippet
  print(reply.status)
}

func parts(events: @escaping @Sendable (Event) -> Void) throws -> Accounts {
  // snippet: the parts of the accounts of an Apple device
  let vault = KeychainVault(
    accessGroup: "TEAMID.com.example.shared",
    protection: KeychainProtection(.whenUnlockedThisDeviceOnly, userPresence: "use your account"),
    locks: LockFolder(directory: "/the/folder/of/your/group/locks"))
  let accounts = Accounts(
    transport: URLSessionTransport(), callbackSource: WebAuthenticationSource(isEphemeral: true),
    credentials: CredentialRecords(in: vault), signIns: SignInRecords(in: vault))
  // end of snippet
  return accounts
}
