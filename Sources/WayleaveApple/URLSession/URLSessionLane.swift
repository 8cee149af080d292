#if canImport(Darwin) || WAYLEAVE_STAND_INS
  import Foundation
  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif
  import Security
  import WayleaveBackport

  /// A session of the system, and the exchanges that run over its connections.
  ///
  /// The sender of a request holds it until the answer is there: the connections end with it.
  final class URLSessionLane: Sendable {
    private let delegate: URLSessionExchanges
    private let session: URLSession

    /// - Parameter identity: what one server sees that asks for a certificate; nil for nothing.
    init(showing identity: ShownIdentity? = nil) {
      delegate = URLSessionExchanges(showing: identity)
      session = URLSession(configuration: .forExchanges, delegate: delegate, delegateQueue: nil)
    }

    // A session holds its delegate until it is invalidated.
    deinit { session.finishTasksAndInvalidate() }

    func start(_ request: URLRequest, for exchange: URLExchange) {
      let task = session.dataTask(with: request)
      delegate.add(exchange, for: task)
      exchange.start(task)
    }
  }

  extension URLSessionConfiguration {
    /// One that remembers nothing.
    static var forExchanges: URLSessionConfiguration {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      configuration.urlCredentialStorage = nil
      configuration.httpCookieStorage = nil
      configuration.httpCookieAcceptPolicy = .never
      configuration.httpShouldSetCookies = false
      // RFC 8996: TLS 1.0 and 1.1 "MUST NOT be used".
      configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
      configuration.waitsForConnectivity = false
      return configuration
    }
  }

  /// Gives what the system says of its tasks to the exchanges that they belong to.
  final class URLSessionExchanges: NSObject, URLSessionDataDelegate {
    private let exchanges = Lock<[ObjectIdentifier: URLExchange]>([:])
    private let shown: ShownIdentity?

    init(showing identity: ShownIdentity?) { shown = identity }

    func add(_ exchange: URLExchange, for task: URLSessionTask) {
      exchanges.withLock { $0[ObjectIdentifier(task)] = exchange }
    }

    private func exchange(of task: URLSessionTask) -> URLExchange? {
      exchanges.withLock { $0[ObjectIdentifier(task)] }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      // The redirect is the answer.
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      switch ChallengeAnswer(to: challenge, showingIdentityTo: shown?.server) {
      case .decisionOfSystem: completionHandler(.performDefaultHandling, nil)
      case .identity: completionHandler(.useCredential, shown?.identity.credential)
      case .nothing: completionHandler(.rejectProtectionSpace, nil)
      }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      completionHandler(exchange(of: dataTask)?.receive(response) == true ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      exchange(of: dataTask)?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      let exchange = exchanges.withLock { $0.removeValue(forKey: ObjectIdentifier(task)) }
      exchange?.complete(error)
    }
  }
#endif
