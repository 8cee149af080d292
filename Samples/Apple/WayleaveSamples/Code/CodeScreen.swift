import SwiftUI
import WayleaveApple

/// What an Apple TV or a watch shows: a code for a phone; and the field for a PIN.
struct CodeScreen: View {
  let signIn: CodeSignIn

  var body: some View {
    VStack(alignment: .leading) {
      SignInButton(signIn.onDevice)
      DeviceCodeView(signIn.code)
      SignInButton(signIn.byPIN)
      PINView(signIn.pin)
    }
    .navigationTitle("A code, or a PIN")
  }
}

struct CodeScreenPreviews: PreviewProvider {
  private static let code = DeviceCodeModel(), pin = PINModel()
  private static let accounts = Accounts(
    transport: URLSessionTransport(), credentials: CredentialRecords(in: MemoryVault()),
    signIns: SignInRecords(in: MemoryVault()))

  static var previews: some View {
    CodeScreen(signIn: CodeSignIn(accounts: accounts, code: code, pin: pin))
      // As if a server had given a code.
      .task {
        try? await ViewSource(WebAuthenticationSource(), code: code).show(
          DeviceAuthorizationResponse(
            deviceCode: Secret("preview"), userCode: "WDJB-MJHT", verificationURI: "https://example.com/device",
            expiresIn: 900),
          until: .now + .seconds(900))
      }
  }
}
