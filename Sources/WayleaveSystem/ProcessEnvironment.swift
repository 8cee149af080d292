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

  /// Sets a variable, for this process and those that it becomes or starts.
  package static func set(_ name: String, to value: String) { setenv(name, value, 1) }

  package static func unset(_ name: String) { unsetenv(name) }

  /// Gives the value of a variable that is set and not empty, and takes it out of this process: its bytes are overwritten
  /// where the system put them, since `/proc/PID/environ` shows those, and not what was unset.
  package static func take<Value>(_ name: String, _ read: (UnsafeRawBufferPointer) -> Value) -> Value? {
    guard let text = getenv(name), text.pointee != 0 else { return nil }
    defer { unsetenv(name) }
    return take(text, read)
  }

  /// Gives what a text of C is read as, and overwrites it.
  package static func take<Value>(
    _ text: UnsafeMutablePointer<CChar>, _ read: (UnsafeRawBufferPointer) -> Value
  ) -> Value {
    let bytes = UnsafeMutableRawBufferPointer(start: text, count: strlen(text))
    defer { for place in bytes.indices { bytes[place] = 0 } }
    return read(UnsafeRawBufferPointer(bytes))
  }

  /// The names that begin with these letters, of the variables that are set.
  package static func names(beginningWith prefix: StaticString) -> [String] {
    var names: [String] = []
    // Optional on one platform and not on another.
    var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    while let text = entry?.pointee {
      if strncmp(text, prefix.utf8Start, prefix.utf8CodeUnitCount) == 0 {
        names.append(String(String(cString: text).prefix { $0 != "=" }))
      }
      entry = entry?.advanced(by: 1)
    }
    return names
  }

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
