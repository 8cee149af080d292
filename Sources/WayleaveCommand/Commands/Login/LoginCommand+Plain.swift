import ArgumentParser
import WayleavePlain
import WayleaveTerminal

extension LoginCommand {
  /// The command of words that were read without the argument parser. The parser would take a third of the time of a
  /// sign-in whose user answers at once. Nil where the words are refused: the parser then writes the message.
  ///
  /// Every option has a value here, as the parser would give it. An option without a value ends the program when it is
  /// read.
  init?(_ words: PlainCommand.Words) {
    self.init()
    (provider, api, scopes, flow, resume, step) = (words.name, nil, [], .auto, false, nil)
    (timeout, allowedOrigins, tracePage, traceSave, saveIDToken) = (nil, [], nil, nil, nil)
    (acceptDowngrade, allowHTTP) = (false, false)
    clientChoice = .asRegistered
    terms = .usual
    password = PasswordChoice()
    (password.username, password.passwordFile) = (nil, nil)
    account = AccountOption()
    account.name = AccountVariable.account(typed: nil)
    network = NetworkOptions()
    network.caFile = nil
    unsaved = UnsavedOptions()
    (unsaved.unsavedTo, unsaved.passphraseFile) = (nil, nil)
    output = OutputOptions()
    (output.json, output.quiet, output.trace) = (words.isJSON, words.isQuiet, false)
    assert(UnsetOptions.of(self).isEmpty, "without a value: \(UnsetOptions.of(self))")
    guard (try? validate()) != nil else { return nil }
  }
}

extension ClientChoice {
  /// The client that is registered, with nothing changed.
  fileprivate static var asRegistered: ClientChoice {
    var choice = ClientChoice()
    var description = ClientDescription()
    (description.clientID, description.clientSecretFile, description.clientAuth) = (nil, nil, nil)
    description.apiKeyFile = nil
    (description.keyFile, description.keyID, description.team, description.certificateFile) = (nil, nil, nil, nil)
    (description.redirectURIs, description.ports) = ([], nil)
    (choice.name, choice.description) = (nil, description)
    return choice
  }
}

extension SignInTerms {
  fileprivate static var usual: SignInTerms {
    var terms = SignInTerms()
    (terms.resources, terms.detailsFile, terms.contextClasses, terms.maxAge) = ([], nil, [], nil)
    (terms.loginHint, terms.prompt, terms.responseMode, terms.claims, terms.languages) = (nil, nil, nil, nil, nil)
    (terms.demandsBinding, terms.declinesBinding, terms.jarm, terms.isNotPushed) = (false, false, false, false)
    (terms.parameters, terms.omitsResources) = ([], false)
    return terms
  }
}
