/// https://developer.apple.com/documentation/swiftui/text
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public struct Text: StandInView {
  let words: String

  /// The same page, `init(_:)`: words that are not looked up.
  public nonisolated init(_ content: some StringProtocol) { words = String(content) }

  /// https://developer.apple.com/documentation/swiftui/text/init(timerinterval:pausetime:countsdown:showshours:): what is
  /// shown when the time begins, as minutes and seconds.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  public init(timerInterval: ClosedRange<Date>) {
    let seconds = Int(timerInterval.upperBound.timeIntervalSince(timerInterval.lowerBound).rounded())
    words = "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }

  public func show(on screen: inout StandInScreen) { screen.add(words) }

  /// https://developer.apple.com/documentation/swiftui/text/bold()
  public func bold() -> Text { self }
  /// https://developer.apple.com/documentation/swiftui/text/foregroundstyle(_:)
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  public func foregroundStyle(_ style: HierarchicalShapeStyle) -> Text { self }
}

/// https://developer.apple.com/documentation/swiftui/hierarchicalshapestyle
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
public struct HierarchicalShapeStyle: Sendable {
  /// https://developer.apple.com/documentation/swiftui/shapestyle/secondary
  public static let secondary = HierarchicalShapeStyle()
}

/// https://developer.apple.com/documentation/swiftui/buttonrole
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
public struct ButtonRole: Sendable, Equatable {
  let name: String
  public static let destructive = ButtonRole(name: "destructive")
  public static let cancel = ButtonRole(name: "cancel")
}

/// https://developer.apple.com/documentation/swiftui/button
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public struct Button<Label: View>: StandInView {
  let label: Label
  let action: @MainActor () -> Void

  /// The same page, `init(role:action:label:)`.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
  public init(
    role: ButtonRole? = nil, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    (self.label, self.action) = (label(), action)
  }

  public func show(on screen: inout StandInScreen) { screen.add(control: label, action: action) }
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
extension Button where Label == Text {
  /// The same page, `init(_:role:action:)`.
  public init(_ title: some StringProtocol, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {
    (label, self.action) = (Text(title), action)
  }
}

/// https://developer.apple.com/documentation/swiftui/textfield
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public struct TextField: StandInView {
  let title: String
  let text: Binding<String>

  /// The same page, `init(_:text:)`.
  public init(_ title: some StringProtocol, text: Binding<String>) { (self.title, self.text) = (String(title), text) }

  public func show(on screen: inout StandInScreen) {
    screen.addAccessibility(title)
    screen.add(text.wrappedValue)
    screen.fields.append(text)
  }
}

/// What only holds others, one after the other.
public protocol StandInGroup: StandInView {
  associatedtype Content: View
  var content: Content { get }
}

extension StandInGroup {
  public func show(on screen: inout StandInScreen) { screen.show(content) }
}

/// https://developer.apple.com/documentation/swiftui/form
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public struct Form<Content: View>: StandInGroup {
  public let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

/// https://developer.apple.com/documentation/swiftui/list
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public struct List<Content: View>: StandInGroup {
  public let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

/// https://developer.apple.com/documentation/swiftui/scrollview
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public struct ScrollView<Content: View>: StandInGroup {
  public let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

/// https://developer.apple.com/documentation/swiftui/navigationstack
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
public struct NavigationStack<Content: View>: StandInGroup {
  public let content: Content
  public init(@ViewBuilder root: () -> Content) { content = root() }
}

/// https://developer.apple.com/documentation/swiftui/hstack
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public struct HStack<Content: View>: StandInGroup {
  public let content: Content
  public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

/// https://developer.apple.com/documentation/swiftui/vstack
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public struct VStack<Content: View>: StandInGroup {
  public let content: Content
  public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

/// https://developer.apple.com/documentation/swiftui/verticalalignment
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public enum VerticalAlignment: Sendable { case top, center }
/// https://developer.apple.com/documentation/swiftui/horizontalalignment
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public enum HorizontalAlignment: Sendable { case leading, center }

/// https://developer.apple.com/documentation/swiftui/lazyvgrid
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
public struct LazyVGrid<Content: View>: StandInGroup {
  public let content: Content
  public init(columns: [GridItem], @ViewBuilder content: () -> Content) { self.content = content() }
}

/// https://developer.apple.com/documentation/swiftui/griditem
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
public struct GridItem: Sendable {
  /// https://developer.apple.com/documentation/swiftui/griditem/size-swift.enum
  public enum Size: Sendable {
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }

  public init(_ size: Size) {}
}

/// https://developer.apple.com/documentation/swiftui/section
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public struct Section<Content: View>: StandInView {
  let title: String?
  let content: Content

  /// The same page, `init(content:)`.
  public init(@ViewBuilder content: () -> Content) { (title, self.content) = (nil, content()) }
  /// The same page, `init(_:content:)`.
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    (self.title, self.content) = (String(title), content())
  }

  public func show(on screen: inout StandInScreen) {
    if let title { screen.add(title) }
    screen.show(content)
  }
}

/// https://developer.apple.com/documentation/swiftui/foreach
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public struct ForEach<Data: RandomAccessCollection, Content: View>: StandInView where Data.Element: Identifiable {
  let data: Data
  let content: (Data.Element) -> Content

  /// The same page, `init(_:content:)`.
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    (self.data, self.content) = (data, content)
  }

  public func show(on screen: inout StandInScreen) {
    for element in data { screen.show(content(element)) }
  }
}

/// https://developer.apple.com/documentation/swiftui/navigationlink
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public struct NavigationLink<Destination: View>: StandInView {
  let title: String
  let destination: Destination

  /// The same page, `init(_:destination:)`.
  public init(_ title: some StringProtocol, @ViewBuilder destination: () -> Destination) {
    (self.title, self.destination) = (String(title), destination())
  }

  /// The destination as if it had been opened: what is behind it belongs to the screen that is tested.
  public func show(on screen: inout StandInScreen) {
    screen.add(title)
    screen.show(destination)
  }
}

/// https://developer.apple.com/documentation/swiftui/asyncimage
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
public struct AsyncImage: StandInView {
  let url: URL?
  /// The same page, `init(url:scale:)`.
  public init(url: URL?) { self.url = url }
  public func show(on screen: inout StandInScreen) { screen.pictures += url.map { [$0] } ?? [] }
}
