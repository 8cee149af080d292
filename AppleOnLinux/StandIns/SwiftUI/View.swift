@_exported public import Foundation
@_exported public import Observation
// The real one brings UIKit.
@_exported public import UIKit

/// https://developer.apple.com/documentation/swiftui/view
@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

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
public struct EmptyView: StandInView {
  public nonisolated init() {}
  public func show(on screen: inout StandInScreen) {}
}

/// https://developer.apple.com/documentation/swiftui/tupleview
public struct TupleView<each Content: View>: StandInView {
  let content: (repeat each Content)

  public func show(on screen: inout StandInScreen) {
    for part in repeat each content { screen.show(part) }
  }
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder: what `if` and `switch` give.
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

extension Optional: View, StandInView where Wrapped: View {
  public typealias Body = Never

  public func show(on screen: inout StandInScreen) {
    if let self { screen.show(self) }
  }
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder
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
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @MainActor @preconcurrency var body: Body { get }
  init()
}

extension App {
  /// The real one runs until the user ends it.
  public static func main() { _ = Self().body }
}

/// https://developer.apple.com/documentation/swiftui/scene
@MainActor @preconcurrency public protocol Scene {}

/// https://developer.apple.com/documentation/swiftui/windowgroup
public struct WindowGroup<Content: View>: Scene {
  let content: Content
  /// The same page, `init(content:)`.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}
