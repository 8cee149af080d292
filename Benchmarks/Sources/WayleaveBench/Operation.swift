import Dispatch
import Synchronization

/// What is measured: made ready first, then run N times.
struct Operation {
  /// Does it so many times; what the last time gave is shown, so that the work cannot be left out.
  let run: (_ count: Int) throws -> String

  init(run: @escaping (_ count: Int) throws -> String) { self.run = run }

  /// Work that waits, done to its end by the calling thread: an asynchronous `main` ends in a way that callgrind dies of.
  init(waiting run: @escaping @Sendable (_ count: Int) async throws -> String) {
    self.run = { count in
      let done = DispatchSemaphore(value: 0)
      let outcome = Mutex<Result<String, any Error>?>(nil)
      Task {
        let result: Result<String, any Error>
        do { result = .success(try await run(count)) } catch { result = .failure(error) }
        outcome.withLock { $0 = result }
        done.signal()
      }
      done.wait()
      return try outcome.withLock { try $0?.get() ?? "" }
    }
  }

  /// Finds an operation by the name that `run-micro.py` calls it by; nil for an unknown one.
  static func named(_ name: String, in folder: String) throws -> Operation? {
    try oauth1(name) ?? oauth2(name) ?? session(name) ?? jwt(name) ?? resource(name) ?? store(name, in: folder)
  }
}
