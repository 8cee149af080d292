import HTTPTypes
import Testing
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveTesting
import WayleaveWire

@Suite("Transports: the contract, whatever the implementation", .timeLimit(.minutes(10)))
struct TransportContractTests {
  // BD15
  @Test(arguments: TransportContract.rules)
  func `a transport keeps to each rule`(rule: ContractRule<any Transport>) async throws {
    try await withTransport { try await rule.check($0) }
  }

  @Test(arguments: [
    (
      CarelessTransport.Fault.followsRedirects, ["a redirect is an answer, and is not followed"]
    ),
    (.joinsFields, ["an answer comes as it was sent: status, header fields that repeat, and body"]),
    (.normalizesPaths, ["a request arrives as it was made, and its path and query byte for byte"]),
    (.hasCookies, ["a cookie of an answer is not sent back, and no credential is added"]),
    (.losesFields, ["a header field that the request has arrives once, and as it is"]),
    (
      .addsBodies,
      ["a request without a body says so in the way of its method", "a POST without a body has a length of 0"]
    ),
    (
      .undoesCodings,
      [
        "a content coding is undone whole and no longer named, or is left as it came",
        "a body whose coding is undone has the largest size at most",
      ]
    ),
    (.mixesAnswers, ["twenty requests at once get each its own answer"]),
    (
      .hasOwnDeadline, ["silence, a slow head and a slow body end at the deadline"]
    ),
    (.readsTooMuch, ["a body of the largest size comes whole, and a larger one is cut soon"]),
    (
      .sendsAgain, ["an answer that is cut off is a failure, and its request is not sent again"]
    ),
    (
      .waitsForServers,
      [
        "where no one listens, the failure comes at once, and says that nothing was sent",
        "for a name that does not exist the failure says that nothing was sent",
      ]
    ),
    (.cannotBeCancelled, ["a task that is cancelled ends at once"]),
    (
      .saysNotSent,
      [
        "silence, a slow head and a slow body end at the deadline",
        "a body of the largest size comes whole, and a larger one is cut soon",
        "header fields without end are given up",
        "an answer that is cut off is a failure, and its request is not sent again",
      ]
    ),
  ])
  func `a transport with a fault breaks the rules about it, and no others`(
    fault: CarelessTransport.Fault, rules: [String]
  ) async throws {
    var broken: [String] = []
    for rule in TransportContract.rules {
      try await withTransport { inner in
        do { try await rule.check(CarelessTransport(inner, fault)) } catch is ContractBreach {
          broken.append(rule.description)
        }
      }
    }
    #expect(broken == rules)
  }
}

/// A transport with one fault.
actor CarelessTransport: Transport {
  enum Fault: Sendable {
    case followsRedirects, joinsFields, normalizesPaths, hasCookies, losesFields, addsBodies, undoesCodings
    case mixesAnswers, hasOwnDeadline, waitsForServers
    case readsTooMuch, sendsAgain, cannotBeCancelled, saysNotSent
  }

  private let inner: AsyncHTTPClientTransport
  private let fault: Fault
  private var cookie: String?
  private var firstAnswer: ResponseMessage?

  init(_ inner: AsyncHTTPClientTransport, _ fault: Fault) { (self.inner, self.fault) = (inner, fault) }

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    var (request, limits) = (request, limits)
    switch fault {
    case .normalizesPaths: request.head.path = request.head.path?.replacingEscapes
    case .hasCookies: request.head.headerFields[.cookie] = cookie
    case .losesFields: request.head.headerFields[.userAgent] = nil
    case .addsBodies: if [.delete, .patch].contains(request.head.method) { request.body = [0] }
    case .hasOwnDeadline: limits.deadline = .now + .seconds(20)
    case .readsTooMuch: limits.maximumBodySize = 512 << 20
    default: break
    }
    var answer: ResponseMessage
    do { answer = try await sendOnce(request, within: limits) } catch {
      switch fault {
      case .saysNotSent: throw TransportFailure.notSent(.refused)
      case .waitsForServers
      where (error as? TransportFailure).map { if case .notSent = $0 { true } else { false } } == true:
        throw TransportFailure.timedOut(wasSent: false)
      case .sendsAgain
      where (error as? TransportFailure).map { if case .answerLost = $0 { true } else { false } } == true:
        answer = try await inner.send(request, within: limits)
      default: throw error
      }
    }
    return try await changed(answer, of: request, within: limits)
  }

  private func sendOnce(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    guard fault == .cannotBeCancelled else { return try await inner.send(request, within: limits) }
    let inner = inner
    return try await Task { try await inner.send(request, within: limits) }.value
  }

  private func changed(
    _ answer: ResponseMessage, of request: RequestMessage, within limits: ExchangeLimits
  ) async throws -> ResponseMessage {
    var answer = answer
    switch fault {
    case .followsRedirects:
      guard answer.head.headerFields[.location] != nil else { return answer }
      return try await inner.send(request, within: limits)
    case .joinsFields:
      var fields = HTTPFields()
      for field in answer.head.headerFields { fields[field.name] = answer.head.headerFields[field.name] }
      answer.head.headerFields = fields
    case .hasCookies: cookie = answer.head.headerFields[.setCookie] ?? cookie
    case .undoesCodings where answer.head.headerFields[.contentEncoding] != nil:
      answer.body = [UInt8](repeating: 0, count: 2000)
    case .mixesAnswers:
      if let firstAnswer, request.head.path != "/", request.head.path?.contains("/1") == true { return firstAnswer }
      firstAnswer = firstAnswer ?? answer
    default: break
    }
    return answer
  }
}

extension String {
  /// With escapes of unreserved characters undone, as many libraries do.
  fileprivate var replacingEscapes: String { split(separator: "%7E").joined(separator: "~") }
}
