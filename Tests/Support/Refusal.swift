package import WayleaveWire

/// The code with which something is refused, nil when it is not; an error of another type fails the test.
package func refusal<Value>(_ body: () throws -> Value) throws -> OAuthError.Code? {
  do {
    _ = try body()
    return nil
  } catch let error as OAuthError {
    return error.code
  }
}
