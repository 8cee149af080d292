#if DEBUG
  import Foundation
  import Testing
  import WayleaveBackport
  import WayleaveSystem
  import WayleaveWire

  @testable import Wayleave
  @testable import WayleaveSignIn
  @testable import WayleaveExamples

  @Suite("File stores: every system call may fail, and the process may end at each")
  struct SystemFaultTests {
    /// What is tried under faults: each finds Alice with the token `old`, unless it is the first write.
    enum Operation: String, CaseIterable {
      case firstWrite, replacement, reservedReplacement, removal, listing, loading, lock, put, take, register
    }

    private static let put = SignIn.Key(state: Secret("put"))
    private static let waiting = SignIn.Key(state: Secret("waiting"))
    private static let end = Instant(secondsSinceEpoch: .max)
    private static let start = Instant(secondsSinceEpoch: 0)

    /// A store of its own for each try, in a new folder.
    private struct Place {
      let folder = TemporaryFolder(isInMemory: true)
      let key: FileStoreKey
      var directory: String { "\(folder.path)/store" }
      var credentials: CredentialRecords { CredentialRecords(in: FileVault(directory: directory, key: key)) }
      var signIns: SignInRecords { SignInRecords(in: FileVault(directory: directory, key: key)) }
      var clients: ClientRecords { ClientRecords(in: FileVault(directory: directory, key: key)) }

      init() { key = .keyFile(folder.path + "/key") }

      func prepare(for operation: Operation) async throws {
        guard operation != .firstWrite else { return }
        _ = try await credentials.replace(.alice, with: .sample(.alice, token: "old"), expecting: nil)
        try await signIns.put(.sample(named: "waiting"), under: SystemFaultTests.waiting, until: SystemFaultTests.end)
      }

      func perform(_ operation: Operation) async throws {
        let credentials = credentials
        let revision = operation == .firstWrite ? nil : try await credentials.load(.alice)?.revision
        switch operation {
        case .firstWrite, .replacement:
          _ = try await credentials.replace(.alice, with: .sample(.alice, token: "new"), expecting: revision)
        case .reservedReplacement:
          let room = try await credentials.reserve(for: .alice, growingBy: 4096)
          defer { room.release() }
          _ = try await credentials.replace(.alice, with: .sample(.alice, token: "new"), expecting: revision)
        case .removal: _ = try await credentials.replace(.alice, with: nil, expecting: revision)
        case .listing: _ = try await credentials.all()
        case .loading: _ = try await credentials.load(.alice)
        case .lock: try await credentials.withLock(on: .alice, until: .now + .seconds(5)) {}
        case .put:
          try await signIns.put(.sample(named: "put"), under: SystemFaultTests.put, until: SystemFaultTests.end)
        case .take: _ = try await signIns.take(SystemFaultTests.waiting, at: SystemFaultTests.start)
        case .register: try await clients.put(try ClientRecordsTests.client(.basic))
        }
      }

      /// What a new process finds: the state before the operation or the one after it, and a store that works.
      func check(after operation: Operation, isDone: Bool) async throws {
        let found = try await credentials.load(.alice)?.stored.token
        switch operation {
        case .firstWrite: #expect(isDone ? found == "new" : [nil, "new"].contains(found))
        case .replacement, .reservedReplacement: #expect(isDone ? found == "new" : ["old", "new"].contains(found))
        case .removal: #expect(isDone ? found == nil : ["old", nil].contains(found))
        default: #expect(found == "old")
        }
        // Nothing is left locked, and the next try succeeds.
        try await credentials.withLock(on: .alice, until: .now + .seconds(2)) {}
        let revision = try await credentials.load(.alice)?.revision
        _ = try await credentials.replace(.alice, with: .sample(.alice, token: "next"), expecting: revision)
        #expect(try await credentials.load(.alice)?.stored.token == "next")
        #expect(try await credentials.all().count == 1)
        if operation != .take, operation != .firstWrite {
          #expect(try await signIns.take(SystemFaultTests.waiting, at: SystemFaultTests.start) != nil)
        }
        #expect(!folder.files().keys.contains { $0 == "unfinished" || $0.hasSuffix(".room") })
      }
    }

    /// The calls of a piece of work, in order; the one of this number fails, and in a crash all after it.
    private final class Calls: Sendable {
      private let made = Lock<[String]>([])
      private let failing: Int
      private let number: Int32
      private let isCrash: Bool

      init(failing: Int = .max, with number: Int32 = EIO, isCrash: Bool = false) {
        (self.failing, self.number, self.isCrash) = (failing, number, isCrash)
      }

      var names: [String] { made.withLock { $0 } }
      var hasFailed: Bool { names.count > failing }

      func see(_ call: String) -> Int32? {
        made.withLock { made in
          made.append(call)
          let index = made.count - 1
          return index == failing || isCrash && index > failing ? number : nil
        }
      }
    }

    private func failure(of operation: Operation, at place: Place, seenBy calls: Calls) async -> (any Error)? {
      do {
        try await SystemCalls.$watcher.withValue({ calls.see($0) }) { try await place.perform(operation) }
        return nil
      } catch { return error }
    }

    @Test(
      "272: each system call fails once: the error is typed, old or new is intact, and the next try succeeds",
      arguments: Operation.allCases)
    func failures(operation: Operation) async throws {
      for number in [EIO, ENOSPC] {
        for index in 0..<200 {
          let place = Place()
          try await place.prepare(for: operation)
          let calls = Calls(failing: index, with: number)
          let error = await failure(of: operation, at: place, seenBy: calls)
          guard calls.hasFailed else {
            #expect(error == nil && index > 3)
            break
          }
          let code = (error as? OAuthError)?.code
          #expect(
            error == nil || code == .storeUnwritable || code == .storeUnreadable,
            "\(calls.names[index]): \(String(describing: error))")
          try await place.check(after: operation, isDone: error == nil)
        }
      }
    }

    @Test(
      "271: the process ends at each system call: the next one finds the old state or the new one",
      arguments: Operation.allCases)
    func crashes(operation: Operation) async throws {
      for index in 0..<200 {
        let place = Place()
        try await place.prepare(for: operation)
        let calls = Calls(failing: index, isCrash: true)
        let error = await failure(of: operation, at: place, seenBy: calls)
        guard calls.hasFailed else { break }
        try await place.check(after: operation, isDone: error == nil)
      }
    }

    @Test("272: a call that a signal interrupts is made again")
    func interruptions() async throws {
      let place = Place()
      try await place.prepare(for: .replacement)
      for index in 0..<20 {
        let calls = Calls(failing: index, with: EINTR)
        #expect(await failure(of: .replacement, at: place, seenBy: calls) == nil)
      }
    }

    @Test(
      "174: a rename that crosses volumes, and a disk of fixed quota, leave the old credential",
      arguments: [EXDEV, EDQUOT, EROFS])
    func crossing(number: Int32) async throws {
      let place = Place()
      try await place.prepare(for: .replacement)
      let refusal = await code {
        try await SystemCalls.$watcher.withValue({ $0 == "renameat" ? number : nil }) {
          try await place.perform(.replacement)
        }
      }
      #expect(refusal == .storeUnwritable)
      #expect(try await place.credentials.load(.alice)?.stored.token == "old")
      try await place.check(after: .replacement, isDone: false)
    }

    @Test(
      "findings X16: a file is synchronized before it takes its name, and its folder after",
      arguments: [Operation.replacement, .reservedReplacement, .removal])
    func order(operation: Operation) async throws {
      let place = Place()
      try await place.prepare(for: operation)
      let calls = Calls()
      #expect(await failure(of: operation, at: place, seenBy: calls) == nil)
      let steps = calls.names.filter { ["write", "ftruncate", "fsync", "renameat"].contains($0) }
      switch operation {
      case .removal:
        #expect(steps == ["fsync"])
        #expect(calls.names.last { $0 == "unlinkat" || $0 == "fsync" } == "fsync")
      case .reservedReplacement: #expect(steps == ["write", "ftruncate", "fsync", "renameat", "renameat", "fsync"])
      // The version before takes its own name first.
      default: #expect(steps == ["write", "fsync", "renameat", "renameat", "fsync"])
      }
    }

    @Test("findings X16: the names of new folders are synchronized too")
    func folders() async throws {
      let place = Place()
      let calls = Calls()
      #expect(await failure(of: .firstWrite, at: place, seenBy: calls) == nil)
      let made = try #require(calls.names.lastIndex(of: "mkdir"))
      let write = try #require(calls.names.firstIndex(of: "write"))
      #expect(calls.names[made..<write].contains("fsync"))
    }

    @Test("findings L18: a file of the user is synchronized before it takes its name, and its folder after")
    func userFile() throws {
      let place = TemporaryFolder()
      let folder = "\(place.path)/config/providers"
      let calls = Calls()
      try SystemCalls.$watcher.withValue({ calls.see($0) }) {
        try Folder.createWithParents(folder)
        try Folder(opening: folder).replace("a", with: Array("new".utf8))
      }
      // Each new folder is followed by a synchronization of the one above it.
      let made = calls.names.filter { ["mkdir", "fsync", "write", "renameat"].contains($0) }
      #expect(Array(made.suffix(8)) == ["mkdir", "fsync", "mkdir", "fsync", "write", "fsync", "renameat", "fsync"])
      #expect(FileManager.default.contents(atPath: "\(folder)/a") == Data("new".utf8))
    }

    @Test("findings L18: when a step fails the old file is whole, and nothing else is left")
    func userFileFails() throws {
      let place = TemporaryFolder()
      let folder = "\(place.path)/config"
      try Folder.createWithParents(folder)
      try Folder(opening: folder).replace("a", with: Array("old".utf8))
      var isDone = false
      for index in 0..<20 where !isDone {
        let calls = Calls(failing: index)
        do {
          try SystemCalls.$watcher.withValue({ calls.see($0) }) {
            try Folder(opening: folder).replace("a", with: Array("new".utf8))
          }
          isDone = true
        } catch {
          let found = FileManager.default.contents(atPath: "\(folder)/a").map { String(decoding: $0, as: UTF8.self) }
          #expect(["old", "new"].contains(found), "\(calls.names)")
          #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"], "\(calls.names)")
        }
      }
      #expect(isDone)
    }

    @Test("findings X16: a lock on a file that was removed meanwhile is no lock")
    func removedLock() async throws {
      let place = Place()
      try await place.prepare(for: .lock)
      try await place.credentials.withLock(on: .alice, until: .now + .seconds(5)) {}
      let name = try #require(place.folder.onlyFile(".lock"))
      let path = "\(place.folder.path)/\(name)"
      // Between the opening of the file and its lock, another program removes it and makes another, which it locks.
      let other = Lock<Int32>(-1)
      let locks = Lock(0)
      let refusal = await code {
        try await SystemCalls.$watcher.withValue({ call in
          // The first lock is that of the folder.
          guard call == "flock",
            locks.withLock({
              $0 += 1; return $0
            }) == 2
          else { return nil }
          unlink(path)
          other.withLock { other in
            other = open(path, O_RDWR | O_CREAT, 0o600)
            flock(other, LOCK_EX)
          }
          return nil
        }) {
          try await place.credentials.withLock(on: .alice, until: .now + .milliseconds(100)) {}
        }
      }
      #expect(refusal == .storeBusy)
      #expect(other.withLock { close($0) } == 0)
      try await place.credentials.withLock(on: .alice, until: .now + .seconds(5)) {}
    }

    @Test("findings M5: a write whose last step failed is found to be done when it is tried again")
    func lastStep() async throws {
      let place = Place()
      try await place.prepare(for: .replacement)
      let revision = try await place.credentials.load(.alice)?.revision
      let answer = try StoredCredential.sample(.alice, token: "new")
      let count = Lock(0)
      try await SystemCalls.$watcher.withValue({ call in
        // The second is that of the folder, after the new version has taken its name.
        guard call == "fsync",
          count.withLock({
            $0 += 1; return $0
          }) == 2
        else { return nil }
        return EIO
      }) {
        try await place.credentials.save(answer, by: .signIn(over: nil), expecting: revision, tryingFor: .seconds(20))
      }
      #expect(count.withLock { $0 } == 4)
      #expect(try await place.credentials.load(.alice)?.stored == answer)
    }
  }
#endif
