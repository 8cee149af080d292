// Compiled before WayleaveHummingbird, whose files would only say which modules are missing.
#if !Hummingbird
  #error("WayleaveHummingbird needs the trait Hummingbird: write traits: [\"Hummingbird\"] in your Package.swift.")
#endif
