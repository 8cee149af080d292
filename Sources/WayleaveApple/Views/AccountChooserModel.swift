#if canImport(SwiftUI)
  public import Foundation
  public import Observation
  public import Wayleave
  public import WayleaveProvider
  public import WayleaveSignIn
  public import WayleaveWire

  /// The accounts of a provider, among which the user chooses; also where there is only one.
  @MainActor @Observable public final class AccountChooserModel {
    /// One account.
    public struct Row: Identifiable, Sendable, Hashable {
      /// The account.
      public let id: Account
      /// What the user calls it, or the provider calls the user.
      public let name: String
      /// Where it is, and the address of the user.
      public let detail: String
      /// Whether only a new sign-in helps.
      public let needsSignIn: Bool
    }

    /// The accounts; nil until they are read.
    public private(set) var rows: [Row]?
    /// Why they cannot be read; nil where they can.
    public private(set) var failure: OAuthError?
    @ObservationIgnored private let accounts: Accounts
    @ObservationIgnored private let provider: ProviderName?
    @ObservationIgnored private var waiter: CheckedContinuation<Result<Account, OAuthError>, Never>?
    @ObservationIgnored private var number = 0
    @ObservationIgnored let strings: Bundle?

    /// A choice among the accounts of a provider.
    ///
    /// - Parameters:
    ///   - provider: whose accounts; nil for those of all.
    ///   - accounts: where they are.
    ///   - strings: the bundle whose `Localizable` strings have the texts of the view, by their English words; nil for the
    ///     English ones.
    public init(of provider: Provider? = nil, in accounts: Accounts, strings: Bundle? = nil) {
      (self.provider, self.accounts, self.strings) = (provider?.name, accounts, strings)
    }

    /// What a reader of the screen says.
    func accessibilityLabel(of row: Row) -> String {
      ([row.name, row.detail] + (row.needsSignIn ? [Words.signInAgain.text(in: strings)] : []))
        .joined(separator: ", ")
    }

    /// Reads the accounts.
    public func load() async {
      do throws(OAuthError) {
        rows = try await accounts.all()
          .filter { !$0.isSignedOut && (provider == nil || $0.account.provider == provider) }
          .map(Row.init)
        failure = nil
      } catch { failure = error }
    }

    /// Waits until the user has chosen, and gives the account as it is stored then.
    ///
    /// Throws `sign_in.cancelled` when the user chooses none, and `configuration.unknown_account` for an account that is
    /// not among them. A second wait ends the first.
    public func choice() async throws(OAuthError) -> StoredCredential {
      await load()
      if let failure { throw failure }
      end(.failure(.noChoice()))
      number += 1
      let own = number
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { waiter in
          self.waiter = waiter
          if Task.isCancelled { end(.failure(.noChoice())) }
        }
      } onCancel: {
        // By then another wait may have begun.
        Task { @MainActor in if self.number == own { self.cancel() } }
      }
      let account = try result.get()
      guard let stored = try await accounts.stored(account) else { throw .unknownAccount(account) }
      return stored
    }

    /// The user chose an account.
    public func choose(_ account: Account) {
      let isShown = rows?.contains { $0.id == account } == true
      end(isShown ? .success(account) : .failure(.unknownAccount(account)))
    }

    /// The user chose none.
    public func cancel() { end(.failure(.noChoice())) }

    private func end(_ result: Result<Account, OAuthError>) {
      waiter?.resume(returning: result)
      waiter = nil
    }
  }

  extension AccountChooserModel.Row {
    init(_ stored: StoredCredential) {
      let email = stored.identity?.email.map { DisplayText.clean($0, limit: 100) }
      id = stored.account
      name = stored.shownName
      detail = ([DisplayText.clean(stored.provider.title, limit: 100)] + (email.map { [$0] } ?? []))
        .joined(separator: " · ")
      needsSignIn = stored.endedBecause != nil
    }
  }

  extension StoredCredential {
    /// What a person calls the account.
    var shownName: String {
      let name = name ?? identity?.displayName ?? identity?.handle ?? identity?.email ?? provider.title
      return DisplayText.clean(name, limit: 100)
    }
  }

  extension OAuthError {
    fileprivate static func noChoice() -> OAuthError {
      OAuthError(
        .cancelled, message: "You chose no account.", rule: .wayleave("a user may decide against every account"),
        remedy: "Choose one when you like. Nothing was changed.")
    }
  }
#endif
