package import WayleavePlain
package import WayleaveWire

extension ProgramVersion {
  /// As `--json` prints it.
  package var json: JSON { ["version": .string(number), "commit": JSON(commit), "date": JSON(date)] }
}
