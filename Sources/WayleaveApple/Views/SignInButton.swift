#if canImport(SwiftUI)
  public import SwiftUI

  /// A button that signs in, and cancels while it waits; what came of it stands below.
  ///
  /// It has the font, the direction and the colours of its surroundings. For Apple's own button use that of
  /// AuthenticationServices, whose look Apple prescribes, with the same model.
  public struct SignInButton: View {
    private let model: SignInModel

    /// A button of a sign-in.
    public init(_ model: SignInModel) { self.model = model }

    /// The button, and below it what came of it.
    public var body: some View {
      VStack(alignment: .leading) {
        Button(model.label) { model.press() }
          .accessibilityLabel(model.accessibilityLabel)
        if let message = model.message { Text(message) }
      }
    }
  }
#endif
