/// A view with something added.
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
  public func navigationTitle(_ title: some StringProtocol) -> some View {
    modified { view, screen in
      screen.add(String(title))
      screen.show(view)
    }
  }

  /// https://developer.apple.com/documentation/swiftui/view/disabled(_:)
  public func disabled(_ disabled: Bool) -> some View {
    modified { view, screen in screen.show(view, enabled: !disabled) }
  }

  /// https://developer.apple.com/documentation/swiftui/view/frame(width:height:alignment:)
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { self }

  /// https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:)
  public func accessibilityLabel(_ label: some StringProtocol) -> some View {
    modified { view, screen in
      screen.addAccessibility(String(label))
      screen.show(view)
    }
  }

  /// https://developer.apple.com/documentation/swiftui/view/accessibilityelement(children:)
  public func accessibilityElement(children: AccessibilityChildBehavior) -> some View { self }

  /// https://developer.apple.com/documentation/swiftui/view/task(priority:_:)
  public func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> some View {
    modified { view, screen in
      screen.tasks.append(action)
      screen.show(view)
    }
  }

  /// https://developer.apple.com/documentation/swiftui/view/refreshable(action:)
  public func refreshable(action: @escaping @MainActor @Sendable () async -> Void) -> some View {
    modified { view, screen in
      screen.refreshes.append(action)
      screen.show(view)
    }
  }

  /// https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)-4psgg
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping @MainActor () -> Void
  ) -> some View { self }

  /// https://developer.apple.com/documentation/swiftui/view/onopenurl(perform:)
  public func onOpenURL(perform action: @escaping @MainActor (URL) -> Void) -> some View {
    modified { view, screen in
      screen.openURLHandlers.append(action)
      screen.show(view)
    }
  }

  /// https://developer.apple.com/documentation/swiftui/view/oncontinueuseractivity(_:perform:)
  public func onContinueUserActivity(
    _ activityType: String, perform action: @escaping @MainActor (NSUserActivity) -> Void
  ) -> some View {
    modified { view, screen in
      screen.activityHandlers.append { if $0.activityType == activityType { action($0) } }
      screen.show(view)
    }
  }

  /// https://developer.apple.com/documentation/swiftui/view/toolbar(content:)
  public func toolbar(@ViewBuilder content: () -> some View) -> some View {
    let content = content()
    return modified { view, screen in
      screen.show(content)
      screen.show(view)
    }
  }

  /// https://developer.apple.com/documentation/swiftui/view/confirmationdialog(_:ispresented:titlevisibility:actions:)
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
public enum AccessibilityChildBehavior: Sendable { case combine, ignore }
