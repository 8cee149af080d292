/// https://developer.apple.com/documentation/swiftui/state
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
@propertyWrapper public struct State<Value> {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private let box: Box

  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }

  public var projectedValue: Binding<Value> { Binding(get: { box.value }, set: { box.value = $0 }) }
}

/// https://developer.apple.com/documentation/swiftui/binding
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
@propertyWrapper public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// The same page, `init(get:set:)`.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { (self.get, self.set) = (get, set) }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  public var projectedValue: Binding<Value> { self }
}

/// https://developer.apple.com/documentation/swiftui/bindable
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@dynamicMemberLookup @propertyWrapper public struct Bindable<Value: AnyObject> {
  public var wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  public var projectedValue: Bindable<Value> { self }

  public subscript<Member>(dynamicMember path: ReferenceWritableKeyPath<Value, Member>) -> Binding<Member> {
    Binding(get: { wrappedValue[keyPath: path] }, set: { wrappedValue[keyPath: path] = $0 })
  }
}

/// https://developer.apple.com/documentation/swiftui/environment
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
@MainActor @propertyWrapper public struct Environment<Value> {
  private let path: KeyPath<EnvironmentValues, Value>

  public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }

  public var wrappedValue: Value { EnvironmentValues.standIn[keyPath: path] }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
@MainActor public struct EnvironmentValues {
  /// What the tests set.
  public static var standIn = EnvironmentValues()

  /// https://developer.apple.com/documentation/swiftui/environmentvalues/openurl
  @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
  public var openURL = OpenURLAction { _ in .discarded }
}

/// https://developer.apple.com/documentation/swiftui/openurlaction
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
@MainActor public struct OpenURLAction {
  /// https://developer.apple.com/documentation/swiftui/openurlaction/result
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
  public enum Result: Sendable { case handled, discarded }

  private let handler: (URL) -> Result

  /// https://developer.apple.com/documentation/swiftui/openurlaction/init(handler:)
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
  public init(handler: @escaping (URL) -> Result) { self.handler = handler }

  public func callAsFunction(_ url: URL) { _ = handler(url) }
}
