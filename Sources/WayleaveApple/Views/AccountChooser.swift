#if canImport(SwiftUI)
  public import SwiftUI
  import Wayleave

  /// A list of accounts to choose from, and the ways to choose none of them.
  public struct AccountChooser: View {
    private let model: AccountChooserModel
    private let addAccount: (@MainActor () -> Void)?

    /// A list; `addAccount` begins a sign-in of another account, nil for a list without that choice.
    public init(_ model: AccountChooserModel, addAccount: (@MainActor () -> Void)? = nil) {
      (self.model, self.addAccount) = (model, addAccount)
    }

    /// The list, and below it the ways to choose none.
    public var body: some View {
      List {
        Section(Words.chooseAccount.text) {
          if let failure = model.failure { Text(failure.message) }
          if model.rows?.isEmpty == true { Text(Words.noAccounts.text) }
          ForEach(model.rows ?? []) { row in
            Button {
              model.choose(row.id)
            } label: {
              VStack(alignment: .leading) {
                Text(row.name)
                Text(row.detail)
                if row.needsSignIn { Text(Words.signInAgain.text) }
              }
            }
            .accessibilityLabel(row.accessibilityLabel)
          }
        }
        Section {
          if let addAccount { Button(Words.anotherAccount.text) { addAccount() } }
          Button(Words.cancel.text, role: .cancel) { model.cancel() }
        }
      }
      .task { await model.load() }
    }
  }
#endif
