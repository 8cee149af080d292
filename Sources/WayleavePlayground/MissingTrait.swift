#if !Playground
  #error("WayleavePlayground needs the trait Playground. In your Package.swift: traits: [\"Playground\"].")
#endif
