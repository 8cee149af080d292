// Compiled before WayleaveAsyncHTTPClient, whose files would only say which modules are missing.
#if !Network
  #error("WayleaveAsyncHTTPClient needs the trait Network: write traits: [\"Network\"] in your Package.swift.")
#endif
