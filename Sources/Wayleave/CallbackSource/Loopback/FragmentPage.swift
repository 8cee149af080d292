import WayleaveWire

/// The page at the redirect URI where the answer stands in the fragment: it posts the pairs to its own URL.
///
/// RFC 6749 §4.2.2; a browser sends no fragment (RFC 9110 §4.2.5). The pairs leave the history before that, and the page
/// loads nothing and posts to its own origin alone: its policy knows the script by its digest.
enum FragmentPage {
  static let html = LoopbackPage.document(
    titled: "Signing in",
    """
    </head>
    <body>
    <p>This page hands the answer of the provider to the program that waits for it.</p>
    <noscript><p>That needs JavaScript. Without it, paste the URL of this page into the program.</p></noscript>
    <form method="post"></form>
    <script>\(script)</script>
    </body>
    """)

  static let contentSecurityPolicy =
    "default-src 'none'; script-src '\(LoopbackPage.digest(of: script))'; base-uri 'none'; form-action 'self'; "
    + "frame-ancestors 'none'"

  /// A pair may be called `submit`, which would hide the form's own function of that name.
  private static let script =
    "const form=document.forms[0],pairs=[...new URLSearchParams(location.hash.slice(1))];"
    + "history.replaceState(null,'',location.pathname+location.search);"
    + "for(const [name,value] of pairs){const field=document.createElement('input');"
    + "field.type='hidden';field.name=name;field.value=value;Element.prototype.append.call(form,field)}"
    + "if(pairs.length)HTMLFormElement.prototype.submit.call(form)"
}
