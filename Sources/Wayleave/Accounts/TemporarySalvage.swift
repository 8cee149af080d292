import WayleaveWire
struct SalvagedTokens { let refreshToken: Secret; init?(from response: ResponseMessage) { return nil } }
