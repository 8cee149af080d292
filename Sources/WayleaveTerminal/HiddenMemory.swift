import CWayleaveSystem

/// The memory of this process.
package enum HiddenMemory {
  /// Keeps tokens and secrets out of reach of other programs of this user.
  package static func hide() { _ = wayleave_hide_memory() }

  /// Lets the agent see which program this is, until ``hide()``.
  package static func show() { _ = wayleave_show_memory() }
}
