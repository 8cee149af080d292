import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveProvider
import WayleaveTerminal
import WayleaveWire

extension ProvidersCommand {
  struct Update: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "update",
      abstract: "Use signed corrections of the built-in entries.",
      discussion: """
        Reads a file of corrections and the signature next to it, FILE.sig or
        URL.sig, as `ssh-keygen -Y sign -n wayleave-catalogue` makes it. Every
        change is shown before it is used. An entry of which you have accounts or
        clients goes to no other host unless you say so for that entry. Accounts
        that are signed in keep their hosts until the next sign-in.
        """)

    @Argument(help: "The file, or its https URL.", completion: .file()) var source: String?
    @Option(
      help: ArgumentHelp(
        "The public key of who signed it, where that is not a key of this program; kept with the update.",
        valueName: "file"),
      completion: .file())
    var key: String?
    @Option(
      help: ArgumentHelp(
        "An entry with accounts or clients that may go to another host (repeatable).", valueName: "name"),
      completion: CompletedNames.providers)
    var move: [String] = []
    @Flag(help: "Ask nothing.") var yes = false
    @Flag(help: "Use no update any more.") var reset = false
    @OptionGroup var network: NetworkOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
      guard reset == (source == nil) else {
        throw ValidationError(reset ? "--reset takes no file." : "Name the file of the corrections, or its https URL.")
      }
      guard !reset || key == nil && move.isEmpty && !yes else {
        throw ValidationError("--reset goes with no other option.")
      }
    }

    func run() async throws {
      let workplace = try Workplace(output: output, isAsking: false)
      guard let source else { return try removeUpdate(in: workplace.catalogue) }
      let saved = try workplace.catalogue.savedUpdate() ?? SavedUpdate()
      let update = try await update(from: UpdateSource(source), by: signers(besides: saved))
      try saved.requireLater(update)
      let plan = try UpdatePlan(of: update, inPlaceOf: saved)
      try requireMoving(in: plan)
      if !output.isJSON { show(plan, of: update) }
      let leftOut = try await decide(plan, in: workplace)
      let used = plan.entries.filter(\.isCorrected).map(\.name).filter { !leftOut.contains($0) }
      var later = saved
      later.use(update, for: used)
      try workplace.catalogue.save(later)
      answer(plan, of: update, using: used, without: leftOut)
    }

    /// The keys that are trusted: those of the program, and the named one, or else that of the update in use.
    private func signers(besides saved: SavedUpdate) throws(OAuthError) -> [SSHPublicKey] {
      let named = try key.map { (path) throws(OAuthError) in
        let bytes = try TextFile.bytes(ofRegularFile: path, atMost: SSHPublicKey.maximumSize)
        return try SSHPublicKey(file: String(decoding: bytes, as: UTF8.self))
      }
      return CatalogueKeys.all + [named ?? saved.update?.key].compactMap(\.self)
    }

    private func update(
      from source: UpdateSource, by signers: [SSHPublicKey]
    ) async throws -> CatalogueUpdate {
      let transport = OpenedTransport(trustRoots: network.caFile, certificates: ShownCertificates(), output: output) {}
      let (document, signature) = try await transport.closing {
        (
          try await source.bytes(atMost: CatalogueUpdate.maximumSize, over: transport),
          try await source.signature.bytes(atMost: SSHSignature.maximumSize, over: transport)
        )
      }
      return try CatalogueUpdate(document: document, signature: signature, by: signers)
    }

    private func requireMoving(in plan: UpdatePlan) throws(OAuthError) {
      let moving = plan.moving.map(\.name.text)
      guard let other = move.first(where: { !moving.contains($0) }) else { return }
      throw .notMoving(other, moving: moving)
    }

    /// What a person decides by is shown with `--quiet` too.
    private func show(_ plan: UpdatePlan, of update: CatalogueUpdate) {
      Console.error("Version \(update.version) of the corrections, signed by \(update.key.fingerprint):")
      for line in plan.lines { Console.error("  \(line)") }
      if plan.lines.isEmpty { Console.error("  Nothing changes.") }
    }

    /// The entries that are left out, since their users would be sent to another host and no one has agreed.
    private func decide(_ plan: UpdatePlan, in workplace: Workplace) async throws -> Set<ProviderName> {
      let canAsk = !yes && !output.isJSON && SignInScreen.canType
      guard yes || canAsk else { throw OAuthError.needsYes(isJSON: output.isJSON) }
      if canAsk, !plan.lines.isEmpty {
        guard try await isAgreed("Use these corrections? Type yes, or press Enter for no:") else {
          throw OAuthError.declined
        }
      }
      var leftOut: Set<ProviderName> = []
      for entry in plan.moving where !move.contains(entry.name.text) {
        // Where the store cannot be read, there may be accounts.
        guard await workplace.use(of: entry.name)?.isEmpty != true else { continue }
        let question =
          "You use \(entry.name). \(entry.movesText). Type yes to allow that, or press Enter to leave it out:"
        guard canAsk, try await isAgreed(question) else {
          leftOut.insert(entry.name)
          continue
        }
      }
      return leftOut
    }

    private func isAgreed(_ question: String) async throws -> Bool {
      Console.prompt(question)
      var input = LineInput(expecting: "yes or no")
      return try await input.line(until: .now + Self.patience).isYes
    }

    private static let patience = Duration.seconds(600)

    private func answer(
      _ plan: UpdatePlan, of update: CatalogueUpdate, using used: [ProviderName], without leftOut: Set<ProviderName>
    ) {
      if output.isJSON {
        Console.answer([
          "version": .number(String(update.version)), "key": .string(update.key.fingerprint),
          "entries": .array(plan.entries.map { $0.json(isUsed: used.contains($0.name)) }),
        ])
      } else {
        let count = used.count == 1 ? "1 entry is corrected" : "\(used.count) entries are corrected"
        Console.answer("Version \(update.version) is in use: \(count).")
      }
      for entry in plan.moving where leftOut.contains(entry.name) {
        output.say(
          "Left out, since you use it: \(entry.name). \(entry.movesText). "
            + "To take it, repeat the command with --move \(entry.name)."
        )
      }
      guard !used.isEmpty else { return }
      output.remark(
        "Accounts that are signed in keep their hosts until the next sign-in; all else counts at once. "
          + "To undo it: `wayleave providers update --reset`.")
    }

    private func removeUpdate(in catalogue: Catalogue) throws {
      var saved: SavedUpdate?
      do throws(OAuthError) { saved = try catalogue.savedUpdate() } catch {
        // A damaged one is removed so.
        guard error.code == .updateRefused else { throw error }
        saved = try catalogue.savedVersions()
      }
      saved?.reset()
      if let saved { try catalogue.save(saved) }
      if output.isJSON { return Console.answer(["version": .null, "key": .null, "entries": []]) }
      Console.answer("No update is in use: the entries are those of the program.")
    }
  }
}

extension OAuthError {
  fileprivate static func needsYes(isJSON: Bool) -> OAuthError {
    OAuthError(
      .invalidValue, message: "An update is used only when someone has agreed, and no one can be asked here.",
      rule: .wayleave("the changes of an update are shown before they are used"),
      remedy: "Nothing was changed. Repeat the command with --yes\(isJSON ? ", or without --json." : ".")")
  }

  fileprivate static var declined: OAuthError {
    OAuthError(
      .cancelled, message: "You declined the update.", rule: .wayleave("an update is used when someone has agreed"),
      remedy: "Nothing was changed.")
  }

  fileprivate static func notMoving(_ name: String, moving: [String]) -> OAuthError {
    let others = moving.isEmpty ? "no entry" : moving.joined(separator: ", ")
    return OAuthError(
      .invalidValue, message: "\(TypedName.shown(name)) goes to no other host by this update.",
      rule: .wayleave("--move names an entry that an update sends to another host"),
      remedy: .advice("Nothing was changed. Leave --move out, or name one that does: \(others)."))
  }
}
