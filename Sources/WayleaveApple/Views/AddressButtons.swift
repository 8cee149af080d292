#if canImport(SwiftUI)
  import Foundation
  import SwiftUI

  /// What can be done with the address of a page: opened and copied. Nothing on an Apple TV and on a watch, which have
  /// no browser and no clipboard.
  struct AddressButtons: View {
    private let address: URL
    private let isCopied: Bool
    private let strings: Bundle?
    private let noteCopied: @MainActor () -> Void
    @Environment(\.openURL) private var openURL

    init(_ address: URL, isCopied: Bool, strings: Bundle?, noteCopied: @escaping @MainActor () -> Void) {
      (self.address, self.isCopied, self.strings, self.noteCopied) = (address, isCopied, strings, noteCopied)
    }

    var body: some View {
      #if os(tvOS) || os(watchOS)
        EmptyView()
      #else
        Button(Words.openPage.text(in: strings)) { openURL(address) }
        Button((isCopied ? Words.copied : .copyAddress).text(in: strings)) {
          copy()
          noteCopied()
        }
      #endif
    }

    #if os(macOS)
      private func copy() {
        NSPasteboard.general.clearContents()
        NSPasteboard.general.setString(address.absoluteString, forType: .string)
      }
    #elseif !os(tvOS) && !os(watchOS)
      private func copy() { UIPasteboard.general.string = address.absoluteString }
    #endif
  }
#endif
