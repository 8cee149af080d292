// Compiled before WayleavePlayground, whose files would only say which modules are missing.
#if !Playground
  #error("WayleavePlayground needs the trait Playground: write traits: [\"Playground\"] in your Package.swift.")
#endif
