@_exported public import Foundation
@_exported public import Observation
// The real one brings the system's own views.
#if os(macOS)
  @_exported public import AppKit
#else
  @_exported public import UIKit
#endif

/// https://developer.apple.com/documentation/swiftui/view
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
extension Never: View {
  public var body: Never { fatalError("a view of the stand-in has no body") }
}

/// A view of the stand-in itself: it says what it shows.
@MainActor public protocol StandInView: View where Body == Never {
  func show(on screen: inout StandInScreen)
}

extension StandInView {
  public var body: Never { fatalError("a view of the stand-in has no body") }
}

/// https://developer.apple.com/documentation/swiftui/emptyview
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public struct EmptyView: StandInView {
  public nonisolated init() {}
  public func show(on screen: inout StandInScreen) {}
}

/// https://developer.apple.com/documentation/swiftui/tupleview
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public struct TupleView<each Content: View>: StandInView {
  let content: (repeat each Content)

  public func show(on screen: inout StandInScreen) {
    for part in repeat each content { screen.show(part) }
  }
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder: what `if` and `switch` give.
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public enum ConditionalContent<First: View, Second: View>: StandInView {
  case first(First)
  case second(Second)

  public func show(on screen: inout StandInScreen) {
    switch self {
    case .first(let view): screen.show(view)
    case .second(let view): screen.show(view)
    }
  }
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
extension Optional: View, StandInView where Wrapped: View {
  public typealias Body = Never

  public func show(on screen: inout StandInScreen) {
    if let self { screen.show(self) }
  }
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
@MainActor @resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content> {
    TupleView(content: (repeat each content))
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First) -> ConditionalContent<First, Second> {
    .first(first)
  }
  public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalContent<First, Second> {
    .second(second)
  }
}

/// https://developer.apple.com/documentation/swiftui/app
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @MainActor @preconcurrency var body: Body { get }
  init()
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
extension App {
  /// The real one runs until the user ends it.
  public static func main() { _ = Self().body }
}

/// https://developer.apple.com/documentation/swiftui/scene
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
@MainActor @preconcurrency public protocol Scene {}

/// https://developer.apple.com/documentation/swiftui/windowgroup
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
public struct WindowGroup<Content: View>: Scene {
  let content: Content
  /// The same page, `init(content:)`.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

/// https://developer.apple.com/documentation/swiftui/previewprovider
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
@MainActor @preconcurrency public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}
