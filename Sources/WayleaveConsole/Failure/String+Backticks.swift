extension String {
  /// The text without backticks: what stands between two of them in our sentences is a command of ours.
  package var withoutBackticks: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == "`" ? "'" : $0 }))
  }
}
