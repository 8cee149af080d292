import Testing
import Wayleave
import WayleaveConsole
import WayleaveWire

@Suite("wayleave trace replay: the rules that need no secret")
struct TraceReplayTests {
  private let place = "http://127.0.0.1:9/tollgate"

  /// The steps of a sign-in that goes well, as its file has them.
  private var steps: [[String: String]] {
    [
      ["step": "sign_in.began", "detail": "Tollgate as client x"],
      [
        "step": "request.sent", "detail": "GET \(place)/.well-known/openid-configuration", "rule": "openid Discovery 4",
      ],
      [
        "step": "answer.received", "detail": "200 application/json, 900 bytes, 9 ms", "issuer": place,
        "authorization_response_iss_parameter_supported": "true",
      ],
      [
        "step": "user.sent", "detail": "\(place)/authorize?…", "rule": "rfc 6749 4.1.1", "state": "<secret 11111111>",
        "redirect_uri": "http://127.0.0.1:5/callback", "code_challenge": "abc", "client_id": "x",
      ],
      [
        "step": "callback.accepted", "detail": "http://127.0.0.1:5/callback?…", "rule": "rfc 6749 4.1.2",
        "code": "<secret 22222222>", "state": "<secret 11111111>", "iss": place,
      ],
      [
        "step": "request.sent", "detail": "POST \(place)/token", "rule": "rfc 6749 4.1.3",
        "grant_type": "authorization_code", "code": "<secret 22222222>", "code_verifier": "<secret 33333333>",
        "redirect_uri": "http://127.0.0.1:5/callback",
      ],
      [
        "step": "answer.received", "detail": "200 application/json, 700 bytes, 5 ms",
        "access_token": "<secret 44444444>",
      ],
      ["step": "credential.issued", "detail": "by Tollgate"],
    ]
  }

  private func record(_ steps: [[String: String]], times: [Int] = [], failure: JSON = .null) throws -> TraceRecord {
    let entries = steps.enumerated().map { index, step -> JSON in
      let fields = step.filter { !["step", "detail", "rule"].contains($0.key) }.sorted { $0.key < $1.key }
      return [
        "at": JSON(Int64(times.isEmpty ? index * 10 : times[index])), "step": JSON(step["step"]),
        "detail": JSON(step["detail"]),
        "rule": step["rule"].map { .array($0.split(separator: " ").map { .string(String($0)) }) } ?? .null,
        "fields": .array(fields.map { ["name": .string($0.key), "value": .string($0.value)] }),
      ]
    }
    let json: JSON = [
      "wayleave_trace": 1, "program": "wayleave 9.9", "began": 1_000_000, "milliseconds": 900, "error": failure,
      "steps": .array(entries),
    ]
    return try TraceRecord(reading: json.encoded(), at: "x.json")
  }

  @Test("a sign-in that keeps each rule went well")
  func good() throws {
    let replay = TraceReplay(of: try record(steps))
    #expect(replay.firstFault == nil, "\(replay.text(in: TextLayout(width: 200)))")
    let names = Set(replay.checks.map(\.name))
    #expect(
      names.isSuperset(of: [
        "order", "times", "metadata", "state", "issuer", "redirect target", "redirect URI", "code", "verifier",
        "answer",
        "callback", "ending",
      ]))
    #expect(replay.json["good"] == true && replay.json["first_fault"] == .null)
  }

  @Test(
    "each rule that is broken is found at its step",
    arguments: [
      (2, "issuer", "https://evil.example", "metadata", 3), (4, "state", "<secret 99999999>", "state", 5),
      (4, "state", nil, "state", 5), (4, "iss", "https://evil.example", "issuer", 5), (4, "iss", nil, "issuer", 5),
      (4, "detail", "http://127.0.0.1:6/callback?…", "redirect target", 5),
      (5, "redirect_uri", "http://127.0.0.1:5/other", "redirect URI", 6),
      (5, "code", "<secret 99999999>", "code", 6), (5, "code_verifier", nil, "verifier", 6),
      (6, "detail", "400 application/json, 70 bytes, 5 ms", "answer", 7), (6, "detail", "nonsense", "answer", 7),
      (4, "error", "access_denied", "callback", 5), (0, "step", "credential.stored", "order", 1),
      (3, "step", "credential.stored", "order", 5), (1, "step", "sign_in.began", "order", 3),
      (4, "step", "callback.ignored", "order", 6), (7, "step", "answer.tolerated", "ending", 8),
    ] as [(Int, String, String?, String, Int)])
  func broken(index: Int, key: String, value: String?, check: String, step: Int) throws {
    var steps = steps
    steps[index][key] = value
    let replay = TraceReplay(of: try record(steps))
    #expect(
      replay.firstFault?.name == check && replay.firstFault?.step == step - 1,
      "\(String(describing: replay.firstFault))")
    #expect(replay.json["first_fault"]?["step"]?.integer == Int64(step) && replay.json["good"] == false)
    for width in [40, 80] {
      let lines = replay.text(in: TextLayout(width: width)).split(separator: "\n")
      #expect(lines.contains("The sign-in went wrong at step \(step)."))
      #expect(lines.allSatisfy { $0.count <= width || $0.contains("://") })
    }
  }

  @Test("a saved step is shown with the number that a replay names, and a long value has the full width below its name")
  func numbered() throws {
    let event = Event(
      .requestSent, "POST https://as.example/token",
      fields: [
        .init(name: "grant_type", value: "authorization_code"),
        .init(name: "redirect_uri", value: String(repeating: "x", count: 70)),
      ])
    #expect(event.text(in: TextLayout(width: 80)).hasPrefix("· request.sent  POST"))
    for width in [40, 80] {
      let lines = event.text(in: TextLayout(width: width), number: 8).split(separator: "\n")
      #expect(lines.first?.hasPrefix("8. request.sent  ") == true)
      #expect(lines.contains("    grant_type  authorization_code") && lines.contains("    redirect_uri"))
      #expect(lines.allSatisfy { $0.count <= width } && lines.last?.hasPrefix("      x") == true)
    }
  }

  @Test("time that runs backwards is wrong, and a callback after an hour where the sign-in failed")
  func times() throws {
    let failure: JSON = ["code": "sign_in.timed_out", "message": "late"]
    func fault(_ times: [Int], failure: JSON = .null) throws -> (name: String, step: Int?)? {
      TraceReplay(of: try record(steps, times: times, failure: failure)).firstFault.map { ($0.name, $0.step) }
    }
    let (late, inTime) = (3_600_004, 3_600_003)
    let backwards = try fault([0, 1, 2, 1, 4, 5, 6, 7])
    #expect(backwards?.name == "times" && backwards?.step == 3)
    let tooLate = try fault([0, 1, 2, 3, late, late + 1, late + 2, late + 3], failure: failure)
    #expect(tooLate?.name == "times" && tooLate?.step == 4)
    // More time may have been asked for.
    #expect(try fault([0, 1, 2, 3, late, late + 1, late + 2, late + 3]) == nil)
    let another = try fault([0, 1, 2, 3, inTime, inTime + 1, inTime + 2, inTime + 3], failure: failure)
    #expect(another?.name == "ending")
  }

  @Test(
    "a sign-in that another process began has its callback first, and a request without an answer is no fault of its own"
  )
  func resumed() throws {
    let resumed = steps.drop { $0["step"] != "callback.accepted" }
    #expect(TraceReplay(of: try record(Array(resumed))).firstFault == nil)
  }

  @Test("an error that is answered by another try is none; a failure that no rule explains is the end")
  func tries() throws {
    var again = steps
    again.insert(steps[5], at: 5)
    again.insert(["step": "answer.received", "detail": "400 application/json, 70 bytes, 5 ms"], at: 6)
    #expect(TraceReplay(of: try record(again)).firstFault == nil)
    let failed = try record(steps, failure: ["code": "id_token.expired", "message": "The ID token has expired."])
    let fault = TraceReplay(of: failed).firstFault
    #expect(
      fault?.name == "ending" && fault?.fault == "The sign-in failed: The ID token has expired. [id_token.expired]")
  }

  @Test("a record without steps went wrong, and says so")
  func empty() throws { #expect(TraceReplay(of: try record([])).firstFault?.name == "order") }
}
