package import WayleaveProvider
import WayleaveWire

extension ProviderTemplate {
  /// Which service its own name means, and how another one is named; nil where its name alone means none.
  package var usualSentence: String? {
    guard let values = usualValues, !values.isEmpty else { return nil }
    let usual = DisplayText.clean(values.joined(separator: ", "))
    let such = otherName(than: values).map { ", such as \($0)" } ?? ""
    return "“\(name)” alone means \(usual). Another one is named \(shownName)\(such)."
  }

  /// The example, or that of another word, where it is not the usual service.
  private func otherName(than usual: [String]) -> String? {
    let example = exampleName.text
    guard example.hasSameBytes(as: "\(name).\(usual.joined(separator: "."))") else { return example }
    guard variables.count == 1, case .words(let words) = variables[0].form else { return nil }
    return words.first { !$0.hasSameBytes(as: usual[0]) }.map { "\(name).\($0)" }
  }
}
