// Compiled before WayleaveObservability, whose files would only say which modules are missing.
#if !Observability
  #error("WayleaveObservability needs its trait: write traits: [\"Observability\"] in your Package.swift.")
#endif
