import Wayleave
import WayleaveConsole
import WayleaveSystem
import WayleaveWire

/// Where one process leaves for the next what came that no one asked for.
///
/// Each callback has a process of its own. Where the file cannot be used, each is shown; where another process has it,
/// one came at the same moment, and that one is enough.
struct StrayCallbackFile {
  private let file: RuntimeFile?

  init(in folder: String) { file = RuntimeFile("stray-callbacks.json", in: folder) }

  var isSilent: Bool { StrayCallbacks(json: file?.read()).isSilent(at: WallClock.now()) }

  /// Notes one more; gives what the person learns of it.
  func add() -> StrayCallbacks.Notice { change { $0.add(at: WallClock.now()) } ?? .silent }

  /// The person said no.
  func beSilent() { change { $0.beSilent(at: WallClock.now()) } }

  /// Changes what is left; nil where another process does so at the moment.
  @discardableResult
  private func change<Result>(_ body: (inout StrayCallbacks) -> Result) -> Result? {
    guard let file else {
      var callbacks = StrayCallbacks()
      return body(&callbacks)
    }
    guard let lock = file.takeLock() else { return nil }
    defer { lock.release() }
    var callbacks = StrayCallbacks(json: file.read())
    defer { file.write(callbacks.json) }
    return body(&callbacks)
  }
}
