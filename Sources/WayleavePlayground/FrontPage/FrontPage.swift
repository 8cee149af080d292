import HTTPTypes
import WayleaveWire

/// The pages that belong to no personality: the front page, and those on which people sign in and answer.
final class FrontPage {
  let context: TenantContext
  let personalities: [any Personality]

  /// What plays the catalogue.
  let entries: Entries?

  init(context: TenantContext, personalities: [any Personality], entries: Entries?) {
    self.context = context
    self.entries = entries
    self.personalities = personalities
  }

  var routes: [Route] {
    [
      Route(OwnPath.frontPage.rawValue) { self.frontPage($0) },
      Route(OwnPath.entry.rawValue, [.get, .post]) { visit in
        visit.request.head.method == .post ? self.registerClient(visit) : self.entryPage(visit)
      },
      Route(OwnPath.settings.rawValue, [.post]) { self.changeSettings($0) },
      Route(OwnPath.style.rawValue) { _ in Pages.style },
      Route(OwnPath.icon.rawValue) { _ in Pages.icon },
      Route(OwnPath.favicon.rawValue) { _ in Pages.icon },
      Route(OwnPath.signIn.rawValue, [.post], answer: signIn),
      Route(OwnPath.consent.rawValue, [.post], answer: consent),
      Route(OwnPath.resume.rawValue, answer: resume),
    ]
  }

  private func signIn(_ visit: Visit) -> ResponseMessage {
    switch context.readAnswer(visit) {
    case .failure(let refusal): context.refuse(refusal, visit)
    case .success(let answer):
      personality(for: answer.question)?.signIn(with: answer, visit) ?? context.refuse(.expired, visit)
    }
  }

  private func consent(_ visit: Visit) -> ResponseMessage {
    switch context.readAnswer(visit) {
    case .failure(let refusal): context.refuse(refusal, visit)
    case .success(let answer):
      personality(for: answer.question)?.consent(with: answer, visit) ?? context.refuse(.expired, visit)
    }
  }

  /// Where a browser is sent after it signed in.
  private func resume(_ visit: Visit) -> ResponseMessage {
    switch context.openQuestion(visit) {
    case .failure(let refusal): context.refuse(refusal, visit)
    case .success(let (session, interaction, question)):
      personality(for: question)?.present(interaction, question, in: session, visit) ?? context.refuse(.expired, visit)
    }
  }

  private func personality(for question: Question) -> (any Personality)? {
    personalities.first { $0.plays(question.provider) }
  }
}
