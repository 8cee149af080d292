import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// What the switchboard of the front page does.
extension Reception {
  /// Takes a form of the switchboard; only one that our own page sent in this browser.
  func operateSwitchboard(_ visit: Visit) -> ResponseMessage {
    switch house.readForm(visit) {
    case .failure(let refusal): return house.refuse(refusal, visit)
    case .success(let (form, _)):
      let text = { (name: String) in (try? form.nonEmptyText(of: name)) ?? "" }
      switch text("act") {
      case "switch-on": return switchOn(form, visit)
      case "switch-off": Int(text("rule")).map { house.faults.remove($0) }
      case "switch-all-off": house.faults.use(Faults())
      case "clock": return moveClock(by: text("seconds"), visit)
      case "clock-right":
        house.clock.setRight()
        return back(to: "clock")
      case "reset":
        house.isToBeReset = true
        return back(to: "main")
      default: return house.refuse(.foreign, visit)
      }
      return back(to: "faults")
    }
  }

  private func switchOn(_ form: Form, _ visit: Visit) -> ResponseMessage {
    do throws(OAuthError) {
      guard house.faults.add(try Switchboard.fault(of: form)) else {
        return frontPage(visit, problem: "There are \(Faults.maximum) faults already. Switch one off.", typed: form)
      }
      return back(to: "faults")
    } catch {
      return frontPage(
        visit,
        problem: "This cannot be switched on: \(error.member ?? "the rule") has to be \(error.expected).",
        typed: form)
    }
  }

  private func moveClock(by text: String, _ visit: Visit) -> ResponseMessage {
    guard let seconds = Int64(text), (try? house.clock.change(by: ["advance": JSON(seconds)])) != nil else {
      return frontPage(visit, clockProblem: "The clock is moved by a whole number of seconds.")
    }
    return back(to: "clock")
  }

  /// After a form, so that loading the page again sends nothing again.
  private func back(to section: String) -> ResponseMessage { .seeOther("\(house.base)/#\(section)") }
}
