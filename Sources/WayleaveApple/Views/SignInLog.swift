#if canImport(SwiftUI)
  import Foundation
  public import SwiftUI
  import WayleaveSignIn

  /// The steps of a sign-in on the screen, while they happen.
  public struct SignInLog: View {
    private let model: SignInLogModel

    /// The steps of a log.
    public init(_ model: SignInLogModel) { self.model = model }

    /// The steps, the latest one at the end.
    public var body: some View {
      List {
        Section(Words.steps.text(in: model.strings)) {
          if model.entries.isEmpty { Text(Words.noSteps.text(in: model.strings)) }
          ForEach(model.entries) { entry in
            VStack(alignment: .leading) {
              Text(entry.title).bold()
              Text(entry.detail)
              ForEach(entry.rows) { row in Text(row.text).foregroundStyle(.secondary) }
            }
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(entry.accessibilityLabel)
          }
        }
      }
    }
  }

  extension SignInLogModel.Entry {
    fileprivate struct FieldRow: Identifiable {
      let id: Int
      let text: String
    }

    fileprivate var rows: [FieldRow] {
      fields.enumerated().map { FieldRow(id: $0.offset, text: "\($0.element.name): \($0.element.value)") }
    }
  }
#endif
