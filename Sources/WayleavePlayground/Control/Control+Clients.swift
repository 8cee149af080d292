import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// The applications of developers: `PUT` registers some, `GET` lists them without their secrets, `DELETE` removes them.
extension Control {
  func clients(_ visit: Visit) -> ResponseMessage {
    switch visit.request.head.method {
    case .put: return register(visit)
    case .delete:
      context.registry.removeAll()
      return Self.done
    default:
      return Self.list(context.registry.registrations.map { $0.json(showingSecret: false) })
    }
  }

  /// All of them, or none: each must be one that its provider would register.
  private func register(_ visit: Visit) -> ResponseMessage {
    do throws(OAuthError) {
      let registrations = try PlaygroundRegistration.read(
        JSON(decoding: visit.request.body), using: &context.random)
      for registration in registrations {
        guard let name = registration.provider else { continue }
        guard let play = entries?.play(of: name) else { throw .unknownProvider(name.text) }
        try registration.verify(by: play.documented)
      }
      guard context.registry.add(registrations) else { throw .tooManyClients() }
      return Self.list(registrations.map { $0.json(showingSecret: true) })
    } catch {
      return Self.refusal(.badRequest, "invalid_client", error.message, expected: error.expected, member: error.member)
    }
  }

  private static func list(_ clients: [JSON]) -> ResponseMessage {
    ResponseMessage(.ok, json: ["clients": .array(clients)])
  }
}
