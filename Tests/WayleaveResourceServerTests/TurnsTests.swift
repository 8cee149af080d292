import Testing

@testable import WayleaveResourceServer

@Suite("Questions about tokens that no one has seen wait for their turn")
struct TurnsTests {
  @Test func `they come in order, and each that ends lets the next one in`() async {
    let turns = Turns(1)
    #expect(await turns.begin(within: .seconds(60)))
    async let second = turns.begin(within: .seconds(60))
    turns.end()
    #expect(await second)
    turns.end()
    #expect(await turns.begin(within: .zero))
  }

  @Test func `one that waits for too long gives up, and takes no turn from those behind it`() async {
    let turns = Turns(1)
    #expect(await turns.begin(within: .seconds(60)))
    #expect(await !turns.begin(within: .milliseconds(20)))
    turns.end()
    #expect(await turns.begin(within: .seconds(60)))
  }

  @Test func `the client that has the fewest turns is next, however many of another one came before`() async throws {
    let turns = Turns(2)
    for _ in 0..<2 { #expect(await turns.begin(for: "busy", within: .seconds(60))) }
    let order = Order()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (place, client) in ["busy", "busy", "other", "busy"].enumerated() {
        group.addTask {
          #expect(await turns.begin(for: client, within: .seconds(60)))
          await order.add(client)
        }
        while turns.waiting <= place { await Task.yield() }
      }
      turns.end(for: "busy")
      while await order.all.isEmpty { await Task.yield() }
      #expect(await order.all == ["other"])
      for client in ["busy", "other", "busy"] { turns.end(for: client) }
      try await group.waitForAll()
    }
    #expect(await order.all == ["other", "busy", "busy", "busy"])
  }

  @Test func `never more are at it than there are turns`() async {
    let turns = Turns(3)
    let most = await withTaskGroup(of: Void.self, returning: Int.self) { group in
      let counted = Counted()
      for _ in 0..<50 {
        group.addTask {
          _ = await turns.begin(within: .seconds(60))
          await counted.enter()
          await Task.yield()
          await counted.leave()
          turns.end()
        }
      }
      await group.waitForAll()
      return await counted.most
    }
    #expect((1...3).contains(most))
  }
}

/// Who came when.
private actor Order {
  private(set) var all: [String] = []

  func add(_ client: String) { all.append(client) }
}

/// How many are at something at once.
private actor Counted {
  private var now = 0
  private(set) var most = 0

  func enter() {
    now += 1
    most = max(most, now)
  }

  func leave() { now -= 1 }
}
