#if !Playground
  #error("WayleavePlayground needs the trait Playground: write traits: [\"Playground\"] in your Package.swift")
#endif
