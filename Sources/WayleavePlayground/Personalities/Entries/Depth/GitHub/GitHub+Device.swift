import HTTPTypes
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// The device flow: `/login/device/code`, the page of the person, and the polls.
///
/// RFC 8628, with errors of the status 200.
extension GitHub {
  private static let lifetime: Duration = .seconds(900)
  /// How much longer a device gets `expired_token`.
  private static let memory: Duration = .seconds(900)

  func authorizeDevice(_ request: EntryRequest) -> ResponseMessage {
    guard let client = request.namedClient else {
      request.noteRefusal("unknown_client")
      return ResponseMessage(.notFound, json: ["error": "Not Found"])
    }
    let now = request.visit.now
    let (deviceCode, userCode) = (request.context.drawSecret(), UserCode.draw(using: &request.context.random))
    let scopes = request.pair("scope").map { $0.split { $0 == " " || $0 == "," }.map(String.init) } ?? []
    let question = EntryDeviceQuestion(
      play: request.play.entry.name.text, client: client.id, scopes: scopes, userCode: userCode)
    var outcome: Polling<PlaygroundPerson>.Outcome?
    if case .automatic(let person) = request.context.configuration.approval { outcome = .allowed(person) }
    _ = devices.begin(
      question, polledWith: deviceCode, named: UserCode.essence(of: userCode), until: now + Self.lifetime,
      memory: Self.memory, outcome: outcome, at: now)
    request.context.note(.deviceCodeIssued, request.visit, client: client.id)
    var members = JSON.Object()
    members["device_code"] = .string(deviceCode.exposedText)
    members["user_code"] = .string(userCode)
    members["verification_uri"] = .string(request.address(of: "github.com/login/device"))
    members["expires_in"] = JSON(Self.lifetime.wholeSeconds)
    members["interval"] = JSON(devices.interval(polledWith: deviceCode, at: now)?.wholeSeconds)
    return answer(members, request)
  }

  func pollForToken(
    as client: PlaygroundClient, _ request: EntryRequest
  ) throws(TokenRefusal) -> ResponseMessage {
    let code = Secret(request.pair("device_code") ?? "")
    guard let question = devices.question(polledWith: code, at: request.visit.now), question.client == client.id,
      let polled = devices.poll(with: code, at: request.visit.now)
    else { throw Self.wrongDeviceCode }
    switch polled {
    case .success(.allowed(let person)):
      let grant = request.play.issued.begin(EntryGrant(person: person, client: request.play.granted(client.id)))
      return issueToken(of: grant, to: person, scopes: question.scopes, isOfDevice: true, request)
    case .success(.denied): return refuse("access_denied", [:], request)
    case .failure(.tooSoon):
      let interval = JSON(devices.interval(polledWith: code, at: request.visit.now)?.wholeSeconds)
      return refuse("slow_down", ["interval": interval], request)
    case .failure(let delay): return refuse(delay.rawValue, [:], request)
    }
  }

  /// `/login/device`: where a person types what the device shows.
  func devicePage(_ request: EntryRequest) -> ResponseMessage {
    let (context, visit) = (request.context, request.visit)
    guard request.method == .post else { return form(in: context.openSession(visit), problem: nil, request) }
    let (form, session): (Form, Secret)
    switch context.readForm(visit) {
    case .failure(let refusal): return context.refuse(refusal, visit)
    case .success(let read): (form, session) = read
    }
    let typed = UserCode.essence(of: (try? form.text(of: "user_code")) ?? "")
    guard let asked = devices.question(named: typed, at: visit.now)
    else {
      request.noteRefusal("unknown_user_code")
      return self.form(in: session, problem: "No device waits with this code.", request)
    }
    var question = Question(
      provider: request.play.provider, clientID: asked.client,
      clientName: request.play.registered(asked.client)?.name ?? asked.client.text, destination: nil,
      permissions: asked.scopes.isEmpty ? ["See who you are"] : asked.scopes,
      subject: asked)
    question.userCode = asked.userCode
    question.asksAgain = true
    return request.entries.begin(question, visit)
  }

  private func form(in session: Secret, problem: String?, _ request: EntryRequest) -> ResponseMessage {
    let context = request.context
    guard let held = context.sessions.value(for: session, at: request.visit.now) else {
      return context.refuse(.expired, request.visit)
    }
    var content: [String: PageValue] = [
      "csrf": .text(held.formToken.exposedText), "action": .text(request.visit.path), "userCode": .text(""),
      "clientIDs": .texts(request.play.clients.map { DisplayText.clean($0.id.text, limit: 60) }),
      "about": .text(OwnPath.catalogue + request.play.entry.name.text),
    ]
    content["problem"] = problem.map(PageValue.text)
    let page = context.pages.page(
      "device", of: request.play.provider, status: problem == nil ? .ok : .forbidden, content)
    return context.setCookie(session, on: page)
  }

  func settle(_ asked: EntryDeviceQuestion, as person: PlaygroundPerson?, _ visit: Visit) -> Bool {
    devices.answer(
      UserCode.essence(of: asked.userCode), with: person.map { .allowed($0) } ?? .denied, at: visit.now)
  }
}
