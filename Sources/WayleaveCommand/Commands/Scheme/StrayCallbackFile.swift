import Wayleave
import WayleaveConsole
import WayleaveSystem
import WayleaveWire

/// Where one process leaves for the next what came that no one asked for.
///
/// Each callback has a process of its own. Where the file cannot be used, each is shown.
struct StrayCallbackFile {
  private let file: RuntimeFile?

  init(in folder: String) { file = RuntimeFile("stray-callbacks.json", in: folder) }

  var isSilent: Bool { StrayCallbacks(json: file?.read()).isSilent(at: WallClock.now()) }

  /// Notes one more; gives what the person learns of it.
  func add() -> StrayCallbacks.Notice { change { $0.add(at: WallClock.now()) } }

  /// The person said no.
  func beSilent() { change { $0.beSilent(at: WallClock.now()) } }

  private func change<Result>(_ body: (inout StrayCallbacks) -> Result) -> Result {
    var callbacks = StrayCallbacks(json: file?.read())
    defer { file?.write(callbacks.json) }
    return body(&callbacks)
  }
}
