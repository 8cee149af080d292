import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// What the settings of the front page do.
extension FrontPage {
  /// Takes a form of the settings; only one that our own page sent in this browser.
  func changeSettings(_ visit: Visit) -> ResponseMessage {
    switch context.readForm(visit) {
    case .failure(let refusal): return context.refuse(refusal, visit)
    case .success(let (form, _)):
      let text = { (name: String) in (try? form.nonEmptyText(of: name)) ?? "" }
      switch text("act") {
      case "switch-on": return addFault(form, visit)
      case "switch-off": Int(text("rule")).map { context.faults.remove($0) }
      case "switch-all-off": context.faults.use(Faults())
      case "clock": return moveClock(by: text("seconds"), visit)
      case "clock-right":
        context.clock.setRight()
        return back(to: "clock")
      case "reset":
        context.isToBeReset = true
        return back(to: "main")
      default: return context.refuse(.foreign, visit)
      }
      return back(to: "faults")
    }
  }

  private func addFault(_ form: Form, _ visit: Visit) -> ResponseMessage {
    do throws(OAuthError) {
      guard context.faults.add(try FaultSettings.fault(of: form)) else {
        return frontPage(visit, problem: "There are \(Faults.maximum) faults already. Switch one off.", typed: form)
      }
      return back(to: "faults")
    } catch {
      let reason = error.expected.map { "\(error.member ?? "the rule") has to be \($0)." } ?? error.message
      return frontPage(visit, problem: "This cannot be switched on: \(reason)", typed: form)
    }
  }

  private func moveClock(by text: String, _ visit: Visit) -> ResponseMessage {
    guard let seconds = Int64(text), (try? context.clock.change(by: ["advance": JSON(seconds)])) != nil else {
      return frontPage(visit, clockProblem: "The clock is moved by a whole number of seconds.")
    }
    return back(to: "clock")
  }

  /// After a form, so that loading the page again sends nothing again.
  private func back(to section: String) -> ResponseMessage { .seeOther("\(context.base)/#\(section)") }
}
