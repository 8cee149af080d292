import Wayleave
import WayleaveConsole
import WayleaveProvider
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

/// Looks at the files of an app for Apple's systems, by the clients that are saved here.
struct AppleAppExamination {
  let paths: [String]
  /// The provider or account whose clients are meant; nil for all.
  let name: String?
  let output: OutputOptions

  /// What is found in the files, and what is wrong with the store: the rest of it is not asked for.
  ///
  /// Throws `configuration.unknown_provider`.
  func examination() async throws(OAuthError) -> Examination {
    var (store, examination) = (Examination(), Examination())
    var needs = AppleAppNeeds(of: [])
    do throws(OAuthError) {
      let probe = StoreProbe(try Workplace(output: output))
      let held = await probe.examineRecords(into: &store)
      let cases = try await DoctorSubjects(workplace: probe.workplace, held: held).cases(named: name)
      var places: [(provider: Provider, clients: [RegisteredClient])] = []
      // Of a provider that cannot be read no clients are known when it is named, and they cannot be compared.
      for one in cases where name != nil || !one.clients.isEmpty {
        switch one.provider {
        case .success(let provider): places.append((provider, one.clients))
        case .failure(let error): store.add(Finding(.entries, of: one.subject, .warning, because: error))
        }
      }
      needs = AppleAppNeeds(of: places)
    } catch {
      guard error.code != .unknownProvider else { throw error }
      store.add(Finding(.folders, because: error))
    }
    examination.add(store.findings.filter { $0.verdict != .good })
    let contents = paths.map { path in
      (
        path: path,
        content: Result { () throws(OAuthError) in
          try TextFile.bytes(ofRegularFile: path, atMost: AppleAppFile.maximumSize)
        }
      )
    }
    examination.add(AppleAppCheck(needs).findings(in: contents))
    return examination
  }
}
