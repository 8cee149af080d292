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
        Section(words(.chooseAccount)) {
          if let failure = model.failure { Text(failure.message) }
          if model.rows?.isEmpty == true { Text(words(.noAccounts)) }
          ForEach(model.rows ?? []) { row in
            Button {
              model.choose(row.id)
            } label: {
              VStack(alignment: .leading) {
                Text(row.name)
                Text(row.detail)
                if row.needsSignIn { Text(words(.signInAgain)) }
              }
            }
            .accessibilityLabel(model.accessibilityLabel(of: row))
          }
        }
        Section {
          if let addAccount { Button(words(.anotherAccount)) { addAccount() } }
          Button(words(.cancel), role: .cancel) { model.cancel() }
        }
      }
      .task { await model.load() }
    }

    private func words(_ words: Words) -> String { words.text(in: model.strings) }
  }
#endif
