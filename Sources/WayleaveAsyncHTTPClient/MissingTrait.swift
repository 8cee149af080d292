#if !Network
  #error("WayleaveAsyncHTTPClient needs the trait Network: write traits: [\"Network\"] in your Package.swift.")
#endif
