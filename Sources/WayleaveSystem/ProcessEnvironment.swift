#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Darwin)
  @preconcurrency import Darwin
#endif

/// The variables that this process was given.
package enum ProcessEnvironment {
  /// The value of one variable; nil when it is unset.
  package static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  package static func variables() -> [String: String] {
    var variables: [String: String] = [:]
    // Optional on one platform and not on another.
    var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    while let text = entry?.pointee {
      let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
      entry = entry?.advanced(by: 1)
    }
    return variables
  }
}
