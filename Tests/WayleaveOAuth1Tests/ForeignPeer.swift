import Foundation
import HTTPTypes
import WayleaveOAuth1
import WayleaveTestSupport
import WayleaveWire

/// `Tests/Peers/oauth1/peer.py`: clients and servers that are not ours, asked and answered by lines of JSON.
final class ForeignPeer {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread = Data()

  init() throws {
    process.executableURL = TestsFolder.python
    process.arguments = ["-B", TestsFolder.url.appending(path: "Peers/oauth1/peer.py").path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// What a peer answers to a request at one of its endpoints.
  func serve(_ request: RequestMessage, by server: String, at endpoint: String, publicKey: String? = nil) throws
    -> ResponseMessage
  {
    var task: [String: Any] = ["do": "serve", "by": server, "at": endpoint]
    task["url"] = request.url
    task["http_method"] = request.head.method.rawValue
    task["body"] = String(decoding: request.body, as: UTF8.self)
    task["public_key"] = publicKey
    task["headers"] = Dictionary(
      request.head.headerFields.map { ($0.name.rawName, $0.value) }, uniquingKeysWith: { first, _ in first })
    let answer = try ask(task)
    var response = ResponseMessage(HTTPResponse(status: .init(code: answer["status"] as? Int ?? 0)))
    response.body = Array((answer["body"] as? String ?? "").utf8)
    setHeaders(of: answer, &response.head.headerFields)
    return response
  }

  /// A request as a peer signs it.
  func sign(_ task: [String: Any]) throws -> RequestMessage {
    let answer = try ask(task.merging(["do": "sign"]) { first, _ in first })
    let url = try AbsoluteURL(answer["url"] as? String ?? "")
    var request = RequestMessage(HTTPRequest.Method(task["http_method"] as? String ?? "") ?? .get, to: url)
    request.body = Array((answer["body"] as? String ?? "").utf8)
    setHeaders(of: answer, &request.head.headerFields)
    return request
  }

  private func setHeaders(of answer: [String: Any], _ fields: inout HTTPFields) {
    for (name, value) in answer["headers"] as? [String: String] ?? [:] {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
  }

  private func ask(_ task: [String: Any]) throws -> [String: Any] {
    try input.fileHandleForWriting.write(contentsOf: JSONSerialization.data(withJSONObject: task) + Data("\n".utf8))
    while !unread.contains(UInt8(ascii: "\n")) {
      let more = output.fileHandleForReading.availableData
      // The peer ended: its own words are on standard error.
      guard !more.isEmpty else { throw CocoaError(.fileReadUnknown) }
      unread += more
    }
    let line = unread.prefix { $0 != UInt8(ascii: "\n") }
    unread = Data(unread.dropFirst(line.count + 1))
    return try JSONSerialization.jsonObject(with: line) as? [String: Any] ?? [:]
  }
}
