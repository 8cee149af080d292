/// https://developer.apple.com/documentation/swiftui/modifiedcontent
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public struct ModifiedContent<Content: View>: StandInView {
  let content: Content
  let change: @MainActor (Content, inout StandInScreen) -> Void

  public func show(on screen: inout StandInScreen) { change(content, &screen) }
}

extension View {
  func modified(_ change: @escaping @MainActor (Self, inout StandInScreen) -> Void) -> ModifiedContent<Self> {
    ModifiedContent(content: self, change: change)
  }

  /// https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:)
  @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
  public func navigationTitle(_ title: some StringProtocol) -> some View {
    modified { view, screen in
      screen.add(String(title))
      screen.show(view)
    }
  }

  /// https://developer.apple.com/documentation/swiftui/view/disabled(_:)
  @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
  public func disabled(_ disabled: Bool) -> some View {
    modified { view, screen in screen.show(view, enabled: !disabled) }
  }

  /// https://developer.apple.com/documentation/swiftui/view/frame(width:height:alignment:)
  @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { self }

  /// https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:)
  @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
  public func accessibilityLabel(_ label: some StringProtocol) -> some View {
    modified { view, screen in
      screen.addAccessibility(String(label))
      screen.show(view)
    }
  }

  /// https://developer.apple.com/documentation/swiftui/view/accessibilityelement(children:)
  @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
  public func accessibilityElement(children: AccessibilityChildBehavior) -> some View { self }

  /// https://developer.apple.com/documentation/swiftui/view/task(priority:_:)
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
  public func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> some View {
    modified { view, screen in
      screen.tasks.append(action)
      screen.show(view)
    }
  }

  /// https://developer.apple.com/documentation/swiftui/view/refreshable(action:)
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
  public func refreshable(action: @escaping @MainActor @Sendable () async -> Void) -> some View {
    modified { view, screen in
      screen.refreshes.append(action)
      screen.show(view)
    }
  }

  /// https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)-4psgg
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping @MainActor () -> Void
  ) -> some View { self }

  /// https://developer.apple.com/documentation/swiftui/view/onopenurl(perform:)
  @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
  public func onOpenURL(perform action: @escaping @MainActor (URL) -> Void) -> some View {
    modified { view, screen in
      screen.openURLHandlers.append(action)
      screen.show(view)
    }
  }

  /// https://developer.apple.com/documentation/swiftui/view/oncontinueuseractivity(_:perform:)
  @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
  public func onContinueUserActivity(
    _ activityType: String, perform action: @escaping @MainActor (NSUserActivity) -> Void
  ) -> some View {
    modified { view, screen in
      screen.activityHandlers.append { if $0.activityType == activityType { action($0) } }
      screen.show(view)
    }
  }

  /// https://developer.apple.com/documentation/swiftui/view/toolbar(content:)
  @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
  public func toolbar(@ViewBuilder content: () -> some View) -> some View {
    let content = content()
    return modified { view, screen in
      screen.show(content)
      screen.show(view)
    }
  }

  /// https://developer.apple.com/documentation/swiftui/view/confirmationdialog(_:ispresented:titlevisibility:actions:)
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
  public func confirmationDialog(
    _ title: some StringProtocol, isPresented: Binding<Bool>, @ViewBuilder actions: () -> some View
  ) -> some View {
    let actions = actions()
    return modified { view, screen in
      screen.show(view)
      guard isPresented.wrappedValue else { return }
      screen.add(String(title))
      screen.show(actions)
    }
  }
}

/// https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public enum AccessibilityChildBehavior: Sendable { case combine, ignore }
