import ArgumentParser

/// Half of a sign-in, which is done by hand.
enum SignInStep: String, ExpressibleByArgument, CaseIterable {
  /// Prints the URL to open, and ends.
  case authorize
  /// Takes the URL at which the browser ended, and signs in.
  case exchange
}
