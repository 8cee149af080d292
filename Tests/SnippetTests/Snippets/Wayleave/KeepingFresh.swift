import Wayleave

/// What KeepingFresh.md shows of a session.
func sendAsAccount(accounts: Accounts, account: Account) async throws -> ResponseMessage {
  // snippet: session
  let session = accounts.session(for: account)
  let me = try await session.get("https://api.example/me")
  print(try me.json["name"]?.string ?? "no name")
  // end of snippet
  return me
}

/// What KeepingFresh.md shows of an answer that is read as a type.
func readProfile(me: ResponseMessage) throws -> Int64 {
  // snippet: profile
  struct Profile: Decodable {
    var id: Int64
    var name: String?
  }
  let profile = try me.decode(Profile.self)
  // end of snippet
  return profile.id
}

/// What KeepingFresh.md shows of a token that another client sends.
func handOver(accounts: Accounts, account: Account) async throws -> StoredCredential {
  // snippet: fresh
  let stored = try await accounts.fresh(account, minimumLifetime: .seconds(600))
  // end of snippet
  return stored
}

/// What KeepingFresh.md shows of a credential that has ended.
func sendOrSignIn(accounts: Accounts, account: Account, request: RequestMessage) async throws -> ResponseMessage? {
  // snippet: ended
  do throws(OAuthError) {
    return try await accounts.session(for: account).send(request)
  } catch {
    guard error.category == .signInNeeded else { throw error }
    print("Sign in again: \(error.message)")
    return nil
  }
  // end of snippet
}

/// What KeepingFresh.md shows of an API that wants more.
func stepUp(accounts: Accounts, account: Account, request: RequestMessage) async throws -> ResponseMessage {
  // snippet: step-up
  let session = accounts.session(for: account)
  let answer = try await session.send(request, steppingUpBy: SignInOptions())
  // end of snippet
  return answer
}
