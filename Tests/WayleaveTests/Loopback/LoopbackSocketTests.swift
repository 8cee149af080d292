import Foundation
import Testing
import WayleaveBackport
import WayleaveSystem

#if os(Linux)
  @Suite("sock_diag(7), proc_pid_net(5): whose socket a connection to ours is")
  struct LoopbackSocketTests {
    /// What the system calls are.
    private final class Calls: Sendable {
      let names = Lock<[String]>([])

      func add(_ name: String) { names.withLock { $0.append(name) } }
      var hasOpened: Bool { names.withLock { $0.contains("open") } }
    }

    /// Whether another user is at a connection, and whether a table of the system was opened to see it.
    private func look(at connection: FileDescriptor, failing failed: String? = nil) -> (isOther: Bool, hasOpened: Bool)
    {
      let calls = Calls()
      let isOther = SystemCalls.$watcher.withValue({ call in
        calls.add(call)
        return call == failed ? EPERM : nil
      }) { LoopbackSocket.isOtherUser(at: connection) }
      return (isOther, calls.hasOpened)
    }

    @Test(
      "the kernel is asked for the one socket, also for one of IPv6; where it refuses, its tables have the same answer",
      arguments: ["127.0.0.1", "::ffff:127.0.0.1", "::1"])
    func own(peer: String) throws {
      guard let listener = try? LoopbackSocket(peer == "::1" ? .ipv6 : .ipv4("127.0.0.1"), port: 0) else { return }
      let client = try RawClient(port: listener.port, address: peer)
      var accepted: FileDescriptor?
      while accepted == nil { accepted = try listener.accept() }
      let connection = try #require(accepted)
      let exact = look(at: connection)
      #expect(!exact.isOther && !exact.hasOpened)
      let byTable = look(at: connection, failing: "socket of netlink")
      #expect(!byTable.isOther && byTable.hasOpened)
      withExtendedLifetime(client) {}
    }

    @Test("a socket that its program has closed is of no user, and not of root", arguments: [nil, "socket of netlink"])
    func closed(failed: String?) throws {
      let listener = try LoopbackSocket(.ipv4("127.0.0.1"), port: 0)
      var client: RawClient? = try RawClient(port: listener.port, address: "127.0.0.1")
      var accepted: FileDescriptor?
      while accepted == nil { accepted = try listener.accept() }
      let connection = try #require(accepted)
      #expect(!look(at: connection, failing: failed).isOther)
      withExtendedLifetime(client) {}
      client = nil
      let closed = look(at: connection, failing: failed)
      #expect(closed.isOther && closed.hasOpened == (failed != nil))
    }

    @Test("a socket that has no peer counts as one of another user")
    func alone() throws {
      let listener = try LoopbackSocket(.ipv4("127.0.0.1"), port: 0)
      #expect(LoopbackSocket.isOtherUser(at: listener.descriptor))
    }
  }

  @Suite("The thread of the disk")
  struct DiskThreadTests {
    /// The thread that does the work, by the number that the kernel gives to no other soon.
    private func thread(of disk: DiskThread) async throws -> String {
      try await disk.run { Result { try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self") } }
        .get()
    }

    @Test("work that follows soon has the same thread; what comes after a pause has another one")
    func shared() async throws {
      let patient = DiskThread(waitingSeconds: 60)
      let first = try await thread(of: patient)
      for _ in 1...20 {
        try await Task.sleep(for: .milliseconds(5))
        #expect(try await thread(of: patient) == first)
      }
      let impatient = DiskThread(waitingSeconds: 0)
      let second = try await thread(of: impatient)
      let end = ContinuousClock.now + .seconds(60)
      while FileManager.default.fileExists(atPath: "/proc/\(second)"), .now < end {
        try await Task.sleep(for: .milliseconds(1))
      }
      #expect(try await thread(of: impatient) != second)
    }

    /// How many pieces of work are being done at the moment.
    private final class Running: Sendable {
      let count = Lock(0)
    }

    @Test("work of many tasks is done, one piece at a time")
    func many() async {
      let disk = DiskThread()
      let running = Running()
      let counts = await withTaskGroup(of: Int.self) { group in
        for _ in 1...500 {
          group.addTask {
            await disk.run {
              running.count.withLock { $0 += 1 }
              defer { running.count.withLock { $0 -= 1 } }
              return running.count.withLock { $0 }
            }
          }
        }
        var counts: [Int] = []
        for await count in group { counts.append(count) }
        return counts
      }
      #expect(counts == Array(repeating: 1, count: 500))
    }
  }
#endif
