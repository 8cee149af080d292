/// What the tests see of a view, and what they do with it.
@MainActor public struct StandInScreen {
  /// A button or a link.
  @MainActor public struct Control {
    public let label: String
    public let isEnabled: Bool
    let action: () -> Void

    public func press() { action() }
  }

  /// Every text, in the order in which it is shown.
  public private(set) var texts: [String] = []
  /// Every button.
  public private(set) var controls: [Control] = []
  /// What a reader of the screen says in place of what is shown, in addition to the texts.
  public private(set) var accessibilityLabels: [String] = []
  /// Every field, by what is typed in it.
  public internal(set) var fields: [Binding<String>] = []
  /// What runs when the view appears.
  public var tasks: [@MainActor () async -> Void] = []
  /// What the user can pull down for.
  public var refreshes: [@MainActor () async -> Void] = []
  /// What takes URLs that open the app.
  public var openURLHandlers: [(URL) -> Void] = []
  /// What takes activities that open the app.
  public var activityHandlers: [(NSUserActivity) -> Void] = []
  /// Every picture, by its URL.
  public internal(set) var pictures: [URL] = []
  private var isEnabled = true

  public init(_ view: some View) { show(view) }

  /// Shows a view, one level at a time down to those of the stand-in.
  public mutating func show<Content: View>(_ view: Content) {
    if let view = view as? any StandInView { view.show(on: &self) } else { show(view.body) }
  }

  /// Shows a part that is enabled or not.
  mutating func show(_ view: some View, enabled: Bool) {
    let before = isEnabled
    isEnabled = before && enabled
    show(view)
    isEnabled = before
  }

  mutating func add(_ text: String) { texts.append(text) }
  mutating func addAccessibility(_ label: String) { accessibilityLabels.append(label) }

  /// A control whose label is what `content` shows.
  mutating func add(control content: some View, action: @escaping () -> Void) {
    let count = texts.count
    show(content)
    let label = texts[count...].joined(separator: " ")
    controls.append(Control(label: label, isEnabled: isEnabled, action: isEnabled ? action : {}))
  }

  /// The first button with this label; nil where there is none.
  public func control(_ label: String) -> Control? { controls.first { $0.label == label } }
}
