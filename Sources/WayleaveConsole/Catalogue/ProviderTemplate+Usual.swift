package import WayleaveProvider
import WayleaveWire

extension ProviderTemplate {
  /// Which service its own name means, and how another one is named; nil where its name alone means none.
  package var usualSentence: String? {
    guard let values = usualValues, !values.isEmpty else { return nil }
    let usual = DisplayText.clean(values.joined(separator: ", "))
    return "“\(name)” alone means \(usual). Another one is named \(shownName), such as \(exampleName)."
  }
}
