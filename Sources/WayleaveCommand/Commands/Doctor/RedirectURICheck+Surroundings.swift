import WayleaveConsole
import WayleaveSystem

extension RedirectURICheck {
  /// What this machine says of where the URI leads.
  var surroundings: Surroundings {
    switch place {
    case .port(let port):
      do throws(SystemError) {
        _ = try LoopbackSocket(.ipv4("127.0.0.1"), port: port)
        return .isFree
      } catch { return error.isAddressInUse ? .isTaken : .unknown }
    case .scheme(let scheme): return .standing(SchemeInstallation.standing(of: scheme))
    case .anyPort, .site, .openHTTP: return .unknown
    }
  }
}
