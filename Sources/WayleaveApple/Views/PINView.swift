#if canImport(SwiftUI)
  import Foundation
  public import SwiftUI
  import Wayleave
  import WayleaveProvider
  import WayleaveWire

  /// Where the user types the PIN that the provider shows; nothing while none is asked for.
  ///
  /// On a small screen put it into a `ScrollView`.
  public struct PINView: View {
    @Bindable private var model: PINModel

    /// The PIN of a model.
    public init(_ model: PINModel) { self.model = model }

    /// What to do, the way to the page, and the field.
    public var body: some View {
      if let page = model.page {
        VStack(alignment: .leading) {
          Text(Words.allowAtPage.text(page.provider.title, in: model.strings))
          if let address = model.address {
            #if os(tvOS) || os(watchOS)
              Text(DisplayText.clean(address.absoluteString, limit: 2000))
            #endif
            AddressButtons(address, isCopied: model.isCopied, strings: model.strings) { model.noteCopied() }
          }
          if model.isRefused { Text(words(.pinRefused)) }
          TextField(words(.pin), text: $model.typed)
          Button(words(model.isChecking ? .pinIsChecked : .enterPIN)) { model.enter() }
            .disabled(!model.canEnter)
          Button(words(.cancel), role: .cancel) { model.cancel() }
        }
      }
    }

    private func words(_ words: Words) -> String { words.text(in: model.strings) }
  }
#endif
