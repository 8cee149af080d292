package import WayleavePlain
import WayleaveWire

extension RuntimeFolder {
  /// What to say where `XDG_RUNTIME_DIR` is passed over; nil where there is nothing to say.
  package static var note: String? {
    passedOver().map {
      "XDG_RUNTIME_DIR is “\(DisplayText.clean($0, limit: 300))”, which is not a folder of yours alone. It is not used."
    }
  }
}
