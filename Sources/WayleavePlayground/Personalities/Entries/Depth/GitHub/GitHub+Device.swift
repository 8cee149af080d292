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
    guard request.pair("client_id")?.hasSameBytes(as: request.play.client.id.text) ?? false else {
      request.noteRefusal("unknown_client")
      return ResponseMessage(.notFound, json: ["error": "Not Found"])
    }
    let now = request.visit.now
    let (deviceCode, userCode) = (request.context.drawSecret(), Tollgate.UserCode.draw(using: &request.context.random))
    let scopes = request.pair("scope").map { $0.split { $0 == " " || $0 == "," }.map(String.init) } ?? []
    var device = EntryDevice(scopes: scopes, userCode: userCode, expiry: now + Self.lifetime)
    if case .automatic(let person) = request.context.configuration.approval { device.outcome = .allowed(person) }
    devices.insertDroppingOldest(device, for: deviceCode, until: now + Self.lifetime + Self.memory, at: now)
    userCodes.insertDroppingOldest(
      deviceCode, for: Tollgate.UserCode.essence(of: userCode), until: now + Self.lifetime, at: now)
    request.context.note(.deviceCodeIssued, request.visit, client: request.play.client.id)
    var members = JSON.Object()
    members["device_code"] = .string(deviceCode.exposedText)
    members["user_code"] = .string(userCode)
    members["verification_uri"] = .string(request.address(of: "github.com/login/device"))
    members["expires_in"] = JSON(Self.lifetime.wholeSeconds)
    members["interval"] = JSON(device.interval.wholeSeconds)
    return answer(members, request)
  }

  func pollForToken(_ request: EntryRequest) throws(Refusal) -> ResponseMessage {
    let code = Secret(request.pair("device_code") ?? "")
    guard var device = devices.value(for: code, at: request.visit.now) else { throw .wrongDeviceCode }
    let word = device.poll(at: request.visit.now)
    devices.update(code) { $0 = device }
    guard let word else {
      _ = devices.take(code, at: request.visit.now)
      guard case .allowed(let person) = device.outcome else { return refuse("access_denied", [:], request) }
      let grant = request.play.issued.begin(EntryGrant(person: person))
      return issueToken(of: grant, to: person, scopes: device.scopes, isOfDevice: true, request)
    }
    return refuse(word, word == "slow_down" ? ["interval": JSON(device.interval.wholeSeconds)] : [:], request)
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
    let typed = Tollgate.UserCode.essence(of: (try? form.text(of: "user_code")) ?? "")
    guard let code = userCodes.value(for: typed, at: visit.now), let device = devices.value(for: code, at: visit.now)
    else {
      request.noteRefusal("unknown_user_code")
      return self.form(in: session, problem: "No device waits with this code.", request)
    }
    var question = Question(
      provider: request.play.provider, clientID: request.play.client.id, clientName: "Wayleave Demo", destination: nil,
      permissions: device.scopes.isEmpty ? ["See who you are"] : device.scopes,
      subject: EntryDevice.Question(play: request.play.entry.name.text, deviceCode: code, userCode: device.userCode))
    question.userCode = device.userCode
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
    ]
    content["problem"] = problem.map(PageValue.text)
    let page = context.pages.page(
      "device", of: request.play.provider, status: problem == nil ? .ok : .forbidden, content)
    return context.setCookie(session, on: page)
  }

  func settle(_ asked: EntryDevice.Question, as person: PlaygroundPerson?, _ visit: Visit) -> Bool {
    guard userCodes.take(Tollgate.UserCode.essence(of: asked.userCode), at: visit.now) != nil else { return false }
    devices.update(asked.deviceCode) { $0.outcome = person.map { .allowed($0) } ?? .denied }
    return true
  }
}
