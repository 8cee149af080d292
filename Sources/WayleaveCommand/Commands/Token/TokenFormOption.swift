import ArgumentParser
import WayleaveAgentProtocol

/// A form of a token for another program, as it is typed.
enum TokenFormOption: EnumerableFlag {
  case header
  case env
  case curlConfig

  static func help(for option: TokenFormOption) -> ArgumentHelp? {
    switch option {
    case .header: "Print an Authorization header."
    case .env: "Print lines for a shell to eval, which set WAYLEAVE_ACCESS_TOKEN and its like."
    case .curlConfig: "Print a configuration file for curl -K -."
    }
  }

  var form: TokenForm {
    switch self {
    case .header: .header
    case .env: .shellLines
    case .curlConfig: .curlConfiguration
    }
  }
}
