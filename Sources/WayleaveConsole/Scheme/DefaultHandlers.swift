/// The list of what opens which type, as the user's desktop stores it: `mimeapps.list`.
///
/// Association between MIME types and applications 1.0.1.
package enum DefaultHandlers {
  /// The same list without a program for a type; nil where it is not there.
  ///
  /// `xdg-mime` can set a default, and remove none.
  package static func removing(_ handler: String, for type: String, from list: String) -> String? {
    var isChanged = false
    let lines = list.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> String? in
      guard line.hasPrefix("\(type)=") else { return String(line) }
      let handlers = line.dropFirst(type.count + 1).split(separator: ";").map(String.init)
      let others = handlers.filter { !$0.utf8.elementsEqual(handler.utf8) }
      guard others.count < handlers.count else { return String(line) }
      isChanged = true
      return others.isEmpty ? nil : "\(type)=\(others.joined(separator: ";"));"
    }
    return isChanged ? lines.joined(separator: "\n") : nil
  }
}
