/// Keys made for these tests, which open nothing.
enum SampleKeys {
  static let rsa2048 = """
    -----BEGIN PRIVATE KEY-----
    MIIEvwIBADANBgkqhkiG9w0BAQEFAASCBKkwggSlAgEAAoIBAQDPnLgxh8/fcPKD
    R27BdxRLV9/nfk6LZRxyhtJB1Gv9wYbBTiCRxjQyirjsmyRjA0KnhOQBsqxpcOk/
    t36+lCoM63nXGltfmVt+zizS1XHgMImr7+k3t/likM+1Dw4RdCRcSXQjDIrVXvhV
    4Wh342segqHcqthpsiXC7DxhErT+B7jLwbbIYYJXjFz0XyhmNiyOezTzP8aE+KVW
    TO8M7iBsYEIxflXttskpEGNFru8uGt8599d8WVeVig4BHNcdeCqkGBu+zSLIUwIL
    qnCpcBWYQ/6DidvI1f9Cqp4OtJfyeqyFSJzzPThtcNy6pb6eeDYdMJALi88vRsPI
    g85wa+8rAgMBAAECggEAK+75qX2YdyuzHiXFIcqdsE3xs06ut1/Xs8KlBso5ahME
    fa6XRNHhJNrnRCaWfh9oAQQlrdhOFOgQa+vcNd8rwN0pxOOud14AFybxJFKHzQ3o
    bEqSGzji3MFROvrrGrVtplvi6DHUxU9aFO5kyY4GEohJUWWT81YAGK4eHtqzE1hU
    RP9JKyS4SzukuTl78RwRVWJVmf3C+/vLNcVWYgIKXFSfT79srdXx33E+RQooNttr
    wSQhc2yZTQ1rltNpfx3MlRLDDjb0qDssXRgkJz2bRJSOzI1srDrWrCrZk99Xk2es
    I6dQwQi0n+pehWFAdKP2aP9gLZw68EmmgPVcj0n0qQKBgQDzCPjbUumG0STH4PHV
    sLEh767mzNT9Knf5A+rPzqkx20ivpeKuGNIFeu7moPaCXWMGK9+tfsBMfBGfqBkH
    vqqsdK4ywulzMAtajnKiueDG54ZVdDAwyG2IE5Y+loIlwogrA8VEB53+qpj2p/ZX
    CP3xp1kvMTXjUVPnsEoPI1UZKQKBgQDar/4B1i2OfO1RvVIcfjKV81G1ndThcoWi
    kv+cuyV/nIvX+0y3c9L8Ap2vXSMrWY/rNVvoP13eWhK8vSyGXTNWWlMjb2NEsdut
    DxAvx8jtY5gioSntuBqDvGlHvtds2RoU1MhsSWnUax3Zw/FfChEYhOhsDG9wrguw
    6rLdxjoMMwKBgQDnqz3NlBOXt/XfssXUdUHkn52R1N+TFNCYRuume9E8/VMkXHTg
    kDhjkPP6VKWnT239jAUEVTbpsbr6/jod79qx2efT64itjLbF89PC2n0yHbEn9EGb
    vvLqLAGkV8RoSi+TEV0RpFEvWV/GgAWKob+wg124Zqh/sB7TVHDETWHpQQKBgQDB
    scXaXJinLvGIR5Z11DT76bLCmRQXxzakA21RpdUVzVNzroqJppYGTk7aJzViTQaS
    /wTzlUSQD9muwCOystQotQIUTbFwA9Sd2MyudVb7JA55BaQ8gKdDbVsWh+sI5tYa
    A0mt1+xbj7C1075zPlhcDkRKh00hUZbbUVWx5sQ9TwKBgQCcuCH8jkVJbG0HrgF1
    0DJ7X7pXnL/MZEw6v+LxoSevEEsvpXwqZBBG9NBMvp72HNsMqWRUA11ESYLyUbLC
    QjrGfaKQSG5WVZz4UeNolsrLEwQOfr65SuEt0RkWQaqZrxtlbHVOXPcXPwxWOhyM
    H2OB2krZmS5d9Ul6Qulty4ZMsA==
    -----END PRIVATE KEY-----
    """

  static let ellipticCurve = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQge/ZqAQOG0K2rOOFk
    rwCrYCQt78m5LO4/3y6YcZ8+RD+hRANCAAR1Ak43YSjejG9I2uHrBJWdjI8RdyqY
    AQxLqYaDqtc1Lmx8e8G6mVBoEVCHOyjToklGUCMkZFzpMr1hMG7bpBl7
    -----END PRIVATE KEY-----
    """
}
