import HTTPTypes
import WayleaveWire

/// The pages that belong to no personality: the front page, and those on which people sign in and answer.
final class FrontPage {
  let context: TenantContext
  let personalities: [any Personality]

  init(context: TenantContext, personalities: [any Personality]) {
    self.context = context
    self.personalities = personalities
  }

  var routes: [Route] {
    [
      Route("/") { self.frontPage($0) },
      Route(Self.catalogue + "*") { self.entryPage($0) },
      Route(FaultSettings.path, [.post]) { self.changeSettings($0) },
      Route(Pages.files[0]) { _ in Pages.style },
      Route(Pages.files[1]) { _ in Pages.icon },
      // What browsers ask for by themselves.
      Route("/favicon.ico") { _ in Pages.icon },
      Route("/playground/sign-in", [.post], answer: signIn),
      Route("/playground/consent", [.post], answer: consent),
      Route("/playground/continue", answer: resume),
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
