import Wayleave
import WayleaveConsole
import WayleaveSystem

extension ShownTime {
  /// Now, by the clock and the time zone of this machine.
  static var local: ShownTime {
    ShownTime(now: WallClock.now(), secondsAheadOfUTC: { SystemClock.secondsAheadOfUTC(at: $0) })
  }
}
