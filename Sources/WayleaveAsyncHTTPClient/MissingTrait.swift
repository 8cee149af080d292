#if !Network
  #error("WayleaveAsyncHTTPClient needs the trait Network. In your Package.swift: traits: [\"Network\"], or no traits at all.")
#endif
