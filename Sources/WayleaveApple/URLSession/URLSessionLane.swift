#if canImport(Darwin) || WAYLEAVE_STAND_INS
  import Foundation
  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif
  #if canImport(Darwin)
    import Security
  #endif
  import WayleaveBackport

  /// A session of the system, and the exchanges that run over its connections.
  final class URLSessionLane: Sendable {
    private let delegate = URLSessionExchanges()
    private let session: URLSession

    init() { session = URLSession(configuration: .forExchanges, delegate: delegate, delegateQueue: nil) }

    func start(_ request: URLRequest, for exchange: URLExchange) {
      let task = session.dataTask(with: request)
      delegate.add(exchange, for: task)
      exchange.start(task)
    }

    /// Ends the connections when their exchanges are done.
    func close() { session.finishTasksAndInvalidate() }
  }

  extension URLSessionConfiguration {
    /// One that remembers nothing.
    fileprivate static var forExchanges: URLSessionConfiguration {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      configuration.urlCredentialStorage = nil
      configuration.httpCookieStorage = nil
      configuration.httpCookieAcceptPolicy = .never
      configuration.httpShouldSetCookies = false
      #if canImport(Darwin)
        // RFC 8996: TLS 1.0 and 1.1 "MUST NOT be used".
        configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
        configuration.waitsForConnectivity = false
      #endif
      return configuration
    }
  }

  /// Gives what the system says of its tasks to the exchanges that they belong to.
  private final class URLSessionExchanges: NSObject, URLSessionDataDelegate {
    private let exchanges = Lock<[ObjectIdentifier: URLExchange]>([:])

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
      let space = challenge.protectionSpace
      // No credential of the system's is shown to a server, also no ticket of Kerberos and no certificate: the refusal is
      // the answer. A proxy that the system is set up for may ask for one.
      #if canImport(Darwin)
        let isTrust = space.authenticationMethod == NSURLAuthenticationMethodServerTrust
      #else
        let isTrust = false
      #endif
      completionHandler(isTrust || space.isProxy() ? .performDefaultHandling : .rejectProtectionSpace, nil)
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
