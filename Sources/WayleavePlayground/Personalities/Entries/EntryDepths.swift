import WayleaveOAuth2
import WayleaveProvider

/// The providers that are more than their entry, by the names of the entries.
struct EntryDepths: Sendable {
  private let makers: [String: @Sendable () -> any EntryDepth]

  init(_ makers: [String: @Sendable () -> any EntryDepth]) {
    self.makers = makers
  }

  /// The depth of an entry; those of a template share one.
  func depth(of name: ProviderName) -> (any EntryDepth)? {
    (makers[name.text] ?? makers[name.templateAndValue?.template.text ?? ""])?()
  }

  /// The clients without a secret that some of them have in addition.
  var nativeClients: [ClientID] { Set(makers.values.compactMap { $0().nativeClient }).sorted { $0.text < $1.text } }
}
