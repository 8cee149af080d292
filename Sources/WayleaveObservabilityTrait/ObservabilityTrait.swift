// Compiled before WayleaveObservability, whose files would only say which modules are missing.
#if !Observability
  #error("WayleaveObservability needs the trait Observability: write traits: [\"Observability\"] in your Package.swift.")
#endif
