#if canImport(SwiftUI)
  import Foundation
  public import SwiftUI
  import WayleaveOAuth2

  /// A code that the user types on another device, where to type it, and the time that is left; nothing while no sign-in
  /// waits.
  ///
  /// On a small screen, such as that of a watch, put it into a `ScrollView`.
  public struct DeviceCodeView: View {
    private let model: DeviceCodeModel

    /// The code of a model.
    public init(_ model: DeviceCodeModel) { self.model = model }

    /// The address, the code, and what can be done with them on this system.
    public var body: some View {
      if let codes = model.codes, let time = model.time {
        VStack(alignment: .leading) {
          Text(words(.typeCode))
          Text(codes.shownAddress).bold()
          Text(codes.shownCode).bold()
            .accessibilityLabel("\(words(.code)): \(codes.spelledCode)")
          // RFC 8628 §5.4: who is sent a code by another one signs that one in.
          Text(words(.ownCodeOnly))
          HStack {
            Text(words(.timeLeft))
            Text(timerInterval: time)
          }
          .accessibilityElement(children: .combine)
          if let address = model.address {
            AddressButtons(address, isCopied: model.isCopied, strings: model.strings) { model.noteCopied() }
          }
          Button(words(.cancel), role: .cancel) { model.cancel() }
        }
      }
    }

    private func words(_ words: Words) -> String { words.text(in: model.strings) }
  }
#endif
