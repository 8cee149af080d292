import HTTPTypes
import Testing
import Wayleave
import WayleaveHummingbird

/// A framework that is not Hummingbird: its requests and answers have other types.
private struct Framework {
  struct Request {
    var method: String
    var target: String
    var fields: [(name: String, value: String)]
    var body: String
  }

  struct Answer {
    let status: Int
    let fields: [(name: String, value: String)]
    let body: String
  }

  let website: Website

  // What joins a website to it: two conversions, and a call.
  func answer(to request: Request) async -> Answer? {
    guard let method = HTTPRequest.Method(request.method) else { return nil }
    var head = HTTPRequest(method: method, scheme: nil, authority: nil, path: request.target)
    for field in request.fields {
      if let name = HTTPField.Name(field.name) { head.headerFields.append(HTTPField(name: name, value: field.value)) }
    }
    let answer = await website.answer(to: RequestMessage(head, body: Array(request.body.utf8)))
    return answer.map { answer in
      Answer(
        status: answer.response.head.status.code,
        fields: answer.response.head.headerFields.map { ($0.name.rawName, $0.value) },
        body: String(decoding: answer.response.body, as: UTF8.self))
    }
  }
}

@Suite("A website without Hummingbird")
struct AnotherFrameworkTests {
  @Test func `another framework needs two conversions and a call`() async throws {
    let site = try TestSite()
    let framework = Framework(website: site.website)
    func open(_ target: String, _ cookies: [String] = []) async throws -> Framework.Answer {
      let fields = [(name: "sec-fetch-site", value: "same-origin")] + cookies.map { (name: "cookie", value: $0) }
      return try #require(await framework.answer(to: .init(method: "GET", target: target, fields: fields, body: "")))
    }
    func cookie(of answer: Framework.Answer, _ name: String) throws -> String {
      let set = try #require(answer.fields.first { $0.name.lowercased() == "set-cookie" && $0.value.hasPrefix(name) })
      return String(set.value.prefix { $0 != ";" })
    }
    let begun = try await open("/sign-in/example?return_to=/notes")
    let location = try #require(begun.fields.first { $0.name.lowercased() == "location" }?.value)
    let callback = try site.issuer.allow(location, as: .ada)
    let finished = try await open(callback, [try cookie(of: begun, "__Host-sign-in=")])
    #expect(finished.status == 303)
    let page = try await open("/accounts", [try cookie(of: finished, "__Host-session=")])
    #expect(page.status == 200 && page.body.contains("Ada"))
    let other = Framework.Request(method: "GET", target: "/notes", fields: [], body: "")
    #expect(await framework.answer(to: other)?.status == nil)
  }
}
