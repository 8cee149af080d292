// Longer than 400 lines: one row for each provider, written by Scripts/provider-rules from ProviderRules/.
extension DocumentedRules {
  /// What each provider's own page says, as JSON.
  static let table: [String: String] = [
    "42": #"""
    {"page": "https://api.intra.42.fr/apidoc/guides/web_application_flow", "seen": "2026-11-29", "rules": {
    "scope_separator": " "}}
    """#,
    "adobe": #"""
    {
    "page": "https://developer.adobe.com/developer-console/docs/guides/authentication/UserAuthentication/\#
    implementation",
    "seen": "2026-11-29", "rules": {"redirect": "https_only", "pkce": "required", "public_clients": true,
    "refresh_token": {"scope": "offline_access"}}}
    """#,
    "airtable": #"""
    {"page": "https://airtable.com/developers/web/api/oauth-reference", "seen": "2026-11-29", "rules": {
    "redirect": "loopback_exact", "pkce": "required", "scope_separator": " "}}
    """#,
    "allegro": #"""
    {"page": "https://developer.allegro.pl/tutorials/uwierzytelnianie-i-autoryzacja-zlq9e75GdIR",
    "seen": "2026-11-29", "rules": {"pkce": "supported", "device_flow": true}}
    """#,
    "amazon": #"""
    {"page": "https://developer.amazon.com/pt-br/docs/login-with-amazon/authorization-code-grant.html",
    "seen": "2026-11-29", "rules": {"redirect": "https_only", "pkce": "supported", "scope_separator": " ",
    "client_authentication": ["basic", "post"], "refresh_token": "always"}}
    """#,
    "anilist": #"""
    {"page": "https://docs.anilist.co/guide/auth/authorization-code", "seen": "2026-11-29", "rules": {
    "client_authentication": ["post"]}}
    """#,
    "apple": #"""
    {
    "page": "https://developer.apple.com/help/account/configure-app-capabilities/\#
    configure-sign-in-with-apple-for-the-web",
    "seen": "2026-11-29", "rules": {"revocation": {"endpoint": "https://appleid.apple.com/auth/revoke",
    "method": "POST", "token_parameter": "token", "authenticated_by": "client"}}}
    """#,
    "arcgis": #"""
    {
    "page": "https://developers.arcgis.com/documentation/security-and-authentication/user-authentication/\#
    oauth-credentials-user/",
    "seen": "2026-11-29", "rules": {}}
    """#,
    "asana": #"""
    {"page": "https://developers.asana.com/docs/oauth", "seen": "2026-11-29", "rules": {"revocation": {
    "endpoint": "https://app.asana.com/-/oauth_revoke", "method": "POST"}}}
    """#,
    "atlassian": #"""
    {"page": "https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/", "seen": "2026-11-29",
    "rules": {"scope_separator": " "}}
    """#,
    "attio": #"""
    {"page": "https://docs.attio.com/docs/oauth/token", "seen": "2026-11-29", "rules": {
    "client_authentication": ["post"], "public_clients": false, "refresh_token": "never"}}
    """#,
    "auth0": #"""
    {"page": "https://auth0.com/docs/get-started/dashboard/application-settings", "seen": "2026-11-29", "rules": {
    "public_clients": true, "client_authentication": ["none", "post", "basic"]}}
    """#,
    "authentik": #"""
    {"page": "https://docs.goauthentik.io/add-secure-apps/providers/oauth2/", "seen": "2026-11-29", "rules": {
    "pkce": "supported", "device_flow": true, "refresh_token_rotates": true}}
    """#,
    "autodesk": #"""
    {"page": "https://aps.autodesk.com/en/docs/oauth/v2/tutorials/get-3-legged-token-pkce", "seen": "2026-11-29",
    "rules": {"redirect": "localhost_exact", "pkce": "required", "public_clients": true, "refresh_token": "always"}}
    """#,
    "baidu": #"""
    {"page": "https://openauth.baidu.com/doc/doc.html", "seen": "2026-11-29", "rules": {"scope_separator": " "}}
    """#,
    "basecamp": #"""
    {"page": "https://github.com/basecamp/bc3-api/blob/master/sections/authentication.md", "seen": "2026-11-29",
    "rules": {"client_authentication": ["post"], "refresh_token": "always"}}
    """#,
    "battlenet": #"""
    {"page": "https://github.com/Blizzard/oauth-client-sample", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_exact"}}
    """#,
    "bigcommerce": #"""
    {"page": "https://docs.bigcommerce.com/developer/docs/integrations/apps/guide/auth", "seen": "2026-11-29",
    "rules": {}}
    """#,
    "bitbucket": #"""
    {"page": "https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/",
    "seen": "2026-11-29", "rules": {"client_authentication": ["basic"]}}
    """#,
    "bitly": #"""
    {"page": "https://dev.bitly.com/docs/getting-started/authentication", "seen": "2026-11-29", "rules": {
    "client_authentication": ["post"]}}
    """#,
    "blackbaud": #"""
    {"page": "https://developer.blackbaud.com/skyapi/support/faq", "seen": "2026-11-29", "rules": {
    "redirect": "loopback_exact", "pkce": "supported", "public_clients": true, "refresh_token": "always"}}
    """#,
    "box": #"""
    {"page": "https://developer.box.com/guides/authentication/oauth2/oauth2-setup", "seen": "2026-11-29", "rules": {
    "redirect": "loopback_any_port"}}
    """#,
    "brex": #"""
    {"page": "https://developer.brex.com/guides/partner_authentication", "seen": "2026-11-29", "rules": {
    "refresh_token": {"scope": "offline_access"}}}
    """#,
    "buffer": #"""
    {"page": "https://developers.buffer.com/guides/building-apps.html", "seen": "2026-11-29", "rules": {
    "pkce": "required", "public_clients": true, "refresh_token": {"scope": "offline_access"}}}
    """#,
    "bungie": #"""
    {"page": "https://github.com/Bungie-net/api/wiki/OAuth-Documentation", "seen": "2026-11-29", "rules": {
    "public_clients": true, "client_authentication": ["basic", "post", "none"], "api_headers": {
    "X-API-Key": "{api_key}"}, "refresh_token": "always"}}
    """#,
    "calendly": #"""
    {"page": "https://developer.calendly.com/creating-an-oauth-app", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_exact", "pkce": "supported", "public_clients": true, "refresh_token": "always",
    "refresh_token_rotates": true}}
    """#,
    "canva": #"""
    {"page": "https://www.canva.dev/docs/connect/authentication/", "seen": "2026-11-29", "rules": {
    "pkce": "required", "public_clients": false, "scope_separator": " "}}
    """#,
    "chatwork": #"""
    {"page": "https://developer.chatwork.com/docs/oauth", "seen": "2026-11-29", "rules": {"redirect": "https_only",
    "public_clients": true, "refresh_token": {"scope": "offline_access"}}}
    """#,
    "cilogon": #"""
    {"page": "https://www.cilogon.org/oidc", "seen": "2026-11-29", "rules": {"scope_separator": " "}}
    """#,
    "classlink": #"""
    {"page": "https://developer.classlink.com/docs/requesting-access", "seen": "2026-11-29", "rules": {
    "public_clients": false}}
    """#,
    "clever": #"""
    {"page": "https://dev.clever.com/docs/getting-started-with-clever-sso", "seen": "2026-11-29", "rules": {
    "client_authentication": ["basic"]}}
    """#,
    "clickup": #"""
    {"page": "https://clickup.com/api/readme_documentation/v2.0/getting_started/authentication/",
    "seen": "2026-11-29", "rules": {"client_authentication": ["post"], "refresh_token": "never"}}
    """#,
    "close": #"""
    {"page": "https://developer.close.com/integrations/create-an-oauth-app", "seen": "2026-11-29", "rules": {
    "redirect": "https_only", "pkce": "supported", "public_clients": true, "client_authentication": ["basic",
    "post", "none"], "refresh_token": "always"}}
    """#,
    "clover": #"""
    {"page": "https://docs.clover.com/dev/docs/oauth-flow-for-low-trust-apps-pkce", "seen": "2026-11-29", "rules": {
    "pkce": "supported", "public_clients": true, "client_authentication": ["post", "none"],
    "refresh_token": "always"}}
    """#,
    "codeberg": #"""
    {"page": "https://forgejo.codeberg.page/docs/latest/user/oauth2-provider", "seen": "2026-11-29", "rules": {
    "redirect": "loopback_any_port", "pkce": "supported", "public_clients": true, "refresh_token": "always"}}
    """#,
    "cognito": #"""
    {"page": "https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-app-idp-settings.html",
    "seen": "2026-11-29", "rules": {"redirect": "localhost_exact", "pkce": "supported", "public_clients": true}}
    """#,
    "coinbase": #"""
    {"page": "https://docs.cdp.coinbase.com/coinbase-app/authentication-authorization/oauth2/integrations",
    "seen": "2026-11-29", "rules": {"pkce": "supported", "scope_separator": ",", "client_authentication": ["post"],
    "refresh_token": {"scope": "offline_access"}, "refresh_token_rotates": true, "revocation": {
    "endpoint": "https://login.coinbase.com/oauth2/revoke", "method": "POST", "token_parameter": "token",
    "authenticated_by": "token"}}}
    """#,
    "concur": #"""
    {"page": "https://developer.concur.com/api-reference/authentication/apidoc.html", "seen": "2026-11-29",
    "rules": {"refresh_token": "always"}}
    """#,
    "constant-contact": #"""
    {"page": "https://v3.developer.constantcontact.com/api_guide/pkce_flow.html", "seen": "2026-11-29", "rules": {
    "pkce": "supported", "public_clients": true, "client_authentication": ["basic", "none"], "refresh_token": {
    "scope": "offline_access"}, "device_flow": true, "scope_separator": " "}}
    """#,
    "contentful": #"""
    {"page": "https://contentful.com/developers/docs/extensibility/oauth", "seen": "2026-11-29", "rules": {
    "public_clients": true}}
    """#,
    "crowdin": #"""
    {"page": "https://support.crowdin.com/developer/authorizing-oauth-apps", "seen": "2026-11-29", "rules": {
    "pkce": "supported", "scope_separator": " "}}
    """#,
    "dailymotion": #"""
    {"page": "https://developers.dailymotion.com/guides/platform-api-authentication", "seen": "2026-11-29",
    "rules": {}}
    """#,
    "deviantart": #"""
    {"page": "https://deviantart.readme.io/docs/authentication", "seen": "2026-11-29", "rules": {"pkce": "required",
    "public_clients": true, "client_authentication": ["basic", "post", "none"], "refresh_token": "always"}}
    """#,
    "digitalocean": #"""
    {"page": "https://docs.digitalocean.com/reference/api/oauth", "seen": "2026-11-29", "rules": {
    "client_authentication": ["post"], "revocation": {"endpoint": "https://cloud.digitalocean.com/v1/oauth/revoke",
    "method": "POST", "token_parameter": "token", "authenticated_by": "token"}, "refresh_token": "always",
    "refresh_token_rotates": true}}
    """#,
    "discord": #"""
    {"page": "https://discord.com/.well-known/oauth-authorization-server", "seen": "2026-11-29", "rules": {
    "pkce": "supported", "public_clients": true, "client_authentication": ["basic", "post", "none"],
    "refresh_token": "always", "revocation": {"endpoint": "https://discord.com/api/oauth2/token/revoke",
    "method": "POST", "token_parameter": "token", "authenticated_by": "client"}}}
    """#,
    "disqus": #"""
    {"page": "https://disqus.com/api/docs/auth/", "seen": "2026-11-29", "rules": {"scope_separator": ",",
    "client_authentication": ["post"]}}
    """#,
    "docusign": #"""
    {"page": "https://docs.docusign.com/esign/guide/authentication/oa2_auth_code.html", "seen": "2026-11-29",
    "rules": {"refresh_token": "always"}}
    """#,
    "douban": #"""
    {"page": "https://developers.douban.com/wiki/?title=oauth2", "seen": "2026-11-29", "rules": {
    "scope_separator": ","}}
    """#,
    "dribbble": #"""
    {"page": "http://developer.dribbble.com/v1/oauth/", "seen": "2026-11-29", "rules": {"scope_separator": " ",
    "client_authentication": ["post"]}}
    """#,
    "dropbox": #"""
    {"page": "https://www.dropbox.com/lp/developers/reference/oauth-guide", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_exact", "pkce": "supported", "public_clients": true, "refresh_token": {
    "parameter": "token_access_type", "value": "offline"}}}
    """#,
    "dropbox-sign": #"""
    {"page": "https://developers.hellosign.com/docs/guides/o-auth/walkthrough", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_exact", "client_authentication": ["post"], "refresh_token": "always",
    "public_clients": false}}
    """#,
    "echosign": #"""
    {"page": "https://developer.adobe.com/acrobat-sign/docs/overview/developer_guide/gstarted",
    "seen": "2026-11-29", "rules": {"redirect": "https_only"}}
    """#,
    "egi-checkin": #"""
    {"page": "https://docs.egi.eu/providers/check-in/sp/", "seen": "2026-11-29", "rules": {}}
    """#,
    "epic-games": #"""
    {"page": "https://dev.epicgames.com/docs/epic-account-services/getting-started", "seen": "2026-11-29",
    "rules": {}}
    """#,
    "etsy": #"""
    {"page": "https://developers.etsy.com/documentation/essentials/authentication", "seen": "2026-11-29", "rules": {
    "redirect": "https_only", "pkce": "required", "scope_separator": " "}}
    """#,
    "eventbrite": #"""
    {"page": "https://www.eventbrite.com/platform/docs/app-oauth-flow", "seen": "2026-11-29", "rules": {
    "refresh_token": "never"}}
    """#,
    "eveonline": #"""
    {"page": "https://docs.esi.evetech.net/docs/sso/native_sso_flow.html", "seen": "2026-11-29", "rules": {
    "pkce": "supported", "public_clients": true, "scope_separator": " ", "client_authentication": ["basic", "none"],
    "refresh_token": "always"}}
    """#,
    "evernote": #"""
    {"page": "https://dev.evernote.com/doc/articles/authentication.php", "seen": "2026-11-29", "rules": {}}
    """#,
    "exist": #"""
    {"page": "https://developer.exist.io/reference/authentication/oauth2", "seen": "2026-11-29", "rules": {
    "public_clients": false}}
    """#,
    "facebook": #"""
    {"page": "https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow",
    "seen": "2026-11-29", "rules": {}}
    """#,
    "faceit": #"""
    {"page": "https://docs.faceit.com/getting-started/authentication/oauth2", "seen": "2026-11-29", "rules": {
    "pkce": "supported", "public_clients": false}}
    """#,
    "feide": #"""
    {"page": "https://docs.feide.no/service_providers/openid_connect/feide_obtaining_tokens.html",
    "seen": "2026-11-29", "rules": {"redirect": "loopback_exact", "pkce": "supported"}}
    """#,
    "figma": #"""
    {"page": "https://developers.figma.com/docs/rest-api/authentication", "seen": "2026-11-29", "rules": {
    "public_clients": false}}
    """#,
    "fitbit": #"""
    {"page": "https://dev.fitbit.com/build/reference/web-api/developer-guide/authorization", "seen": "2026-11-29",
    "rules": {"pkce": "supported", "public_clients": true, "client_authentication": ["basic", "none"],
    "scope_separator": " ", "refresh_token": "always", "refresh_token_rotates": true, "closed": true}}
    """#,
    "flickr": #"""
    {"page": "https://www.flickr.com/services/api/auth.oauth.html", "seen": "2026-11-29", "rules": {}}
    """#,
    "fortnox": #"""
    {"page": "https://www.fortnox.se/developer/authorization/get-authorization-code", "seen": "2026-11-29",
    "rules": {"client_authentication": ["basic"], "scope_separator": " ", "refresh_token": {
    "parameter": "access_type", "value": "offline"}, "refresh_token_rotates": true, "revocation": {
    "endpoint": "https://apps.fortnox.se/oauth-v1/revoke", "method": "POST", "token_parameter": "token",
    "authenticated_by": "client"}}}
    """#,
    "foursquare": #"""
    {"page": "https://docs.foursquare.com/developer/docs/using-oauth-authentication", "seen": "2026-11-29",
    "rules": {"public_clients": false}}
    """#,
    "franceconnect": #"""
    {"page": "https://docs.partenaires.franceconnect.gouv.fr/fs/devenir-fs/pilotage-etapes/", "seen": "2026-11-29",
    "rules": {"public_clients": false}}
    """#,
    "freeagent": #"""
    {"page": "https://dev.freeagent.com/docs/oauth", "seen": "2026-11-29", "rules": {"public_clients": false,
    "refresh_token": "always"}}
    """#,
    "freshbooks": #"""
    {"page": "https://www.freshbooks.com/developers/authentication", "seen": "2026-11-29", "rules": {
    "redirect": "https_only", "public_clients": false, "client_authentication": ["post"],
    "refresh_token": "always"}}
    """#,
    "front": #"""
    {"page": "https://dev.frontapp.com/docs/oauth", "seen": "2026-11-29", "rules": {"refresh_token": "always"}}
    """#,
    "garmin": #"""
    {"page": "https://developer.garmin.com/gc-developer-program/courses-api", "seen": "2026-11-29", "rules": {
    "closed": true}}
    """#,
    "garmin-oauth2": #"""
    {"page": "https://developer.garmin.com/gc-developer-program/courses-api", "seen": "2026-11-29", "rules": {}}
    """#,
    "genius": #"""
    {"page": "https://docs.genius.com/", "seen": "2026-11-29", "rules": {"public_clients": false,
    "scope_separator": " "}}
    """#,
    "gitea": #"""
    {"page": "https://docs.gitea.com/1.21/development/oauth2-provider", "seen": "2026-11-29", "rules": {
    "redirect": "loopback_any_port", "pkce": "supported", "public_clients": true}}
    """#,
    "github": #"""
    {"page": "https://docs.github.com/en/developers/apps/authorizing-oauth-apps", "seen": "2026-11-29", "rules": {
    "redirect": "loopback_any_port", "pkce": "supported", "public_clients": false,
    "client_authentication": ["post"], "scope_separator": " ", "device_flow": true, "refresh_token": "never"}}
    """#,
    "github-app": #"""
    {
    "page": "https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/\#
    generating-a-user-access-token-for-a-github-app",
    "seen": "2026-11-29", "rules": {"redirect": "loopback_exact", "public_clients": false, "device_flow": true,
    "refresh_token": "always", "refresh_token_rotates": true}}
    """#,
    "gitlab": #"""
    {"page": "https://docs.gitlab.com/api/oauth2/", "seen": "2026-11-29", "rules": {"redirect": "loopback_any_port",
    "pkce": "supported", "public_clients": true, "device_flow": true}}
    """#,
    "globus": #"""
    {"page": "https://docs.globus.org/api/auth/developer-guide/", "seen": "2026-11-29", "rules": {
    "pkce": "required", "public_clients": true}}
    """#,
    "gocardless": #"""
    {"page": "https://developer.gocardless.com/partners/connecting-your-users", "seen": "2026-11-29", "rules": {
    "public_clients": false}}
    """#,
    "google": #"""
    {"page": "https://developers.google.com/identity/protocols/oauth2/native-app", "seen": "2026-11-29", "rules": {
    "pkce": "supported", "device_flow": true}}
    """#,
    "gumroad": #"""
    {"page": "https://help.gumroad.com/article/280-create-application-api", "seen": "2026-11-29", "rules": {
    "redirect": "loopback_exact"}}
    """#,
    "gusto": #"""
    {"page": "https://docs.gusto.com/app-integrations/docs/oauth2", "seen": "2026-11-29", "rules": {
    "client_authentication": ["post"], "refresh_token": "always"}}
    """#,
    "harvest": #"""
    {"page": "https://help.getharvest.com/api-v2/authentication-api/authentication/authentication/",
    "seen": "2026-11-29", "rules": {"client_authentication": ["post"], "refresh_token": "always", "api_headers": {
    "Harvest-Account-Id": "the account, from the API", "User-Agent": "the app's own name"}}}
    """#,
    "headhunter": #"""
    {"page": "https://github.com/hhru/api/blob/master/docs/authorization_for_user.md", "seen": "2026-11-29",
    "rules": {"public_clients": false, "client_authentication": ["post"], "refresh_token": "always",
    "refresh_token_rotates": true, "revocation": {"endpoint": "https://api.hh.ru/oauth/token", "method": "DELETE",
    "authenticated_by": "token"}}}
    """#,
    "helpscout": #"""
    {"page": "https://developer.helpscout.com/mailbox-api/overview/authentication", "seen": "2026-11-29", "rules": {
    "public_clients": false, "client_authentication": ["post"], "refresh_token": "always"}}
    """#,
    "heroku": #"""
    {"page": "https://devcenter.heroku.com/articles/oauth", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_exact", "public_clients": false}}
    """#,
    "hootsuite": #"""
    {"page": "https://developer.hootsuite.com/docs/api-authentication", "seen": "2026-11-29", "rules": {
    "public_clients": false, "client_authentication": ["basic"], "refresh_token": "always",
    "refresh_token_rotates": true}}
    """#,
    "hubspot": #"""
    {"page": "https://developers.hubspot.com/docs/api-reference/latest/authentication/manage-oauth-tokens.md",
    "seen": "2026-11-29", "rules": {"public_clients": false, "client_authentication": ["post"],
    "scope_separator": " ", "refresh_token": "always", "redirect": "localhost_exact"}}
    """#,
    "huggingface": #"""
    {"page": "https://huggingface.co/docs/hub/en/oauth", "seen": "2026-11-29", "rules": {
    "redirect": "loopback_any_port", "pkce": "supported", "public_clients": true}}
    """#,
    "imgur": #"""
    {"page": "https://api.imgur.com/oauth2", "seen": "2026-11-29", "rules": {"public_clients": false,
    "refresh_token": "always"}}
    """#,
    "instagram": #"""
    {
    "page": "https://developers.facebook.com/documentation/instagram-platform/instagram-api-with-instagram-login/\#
    business-login",
    "seen": "2026-11-29", "rules": {"public_clients": false, "refresh_token": "never"}}
    """#,
    "intercom": #"""
    {"page": "https://developers.intercom.com/building-apps/docs/setting-up-oauth", "seen": "2026-11-29", "rules": {
    "redirect": "https_only", "public_clients": false, "refresh_token": "never"}}
    """#,
    "kakao": #"""
    {"page": "https://developers.kakao.com/docs/latest/en/kakaologin/faq", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_exact"}}
    """#,
    "keap": #"""
    {"page": "https://developer.infusionsoft.com/getting-started-oauth-keys", "seen": "2026-11-29", "rules": {
    "redirect": "https_only", "refresh_token": "always", "refresh_token_rotates": true}}
    """#,
    "keycloak": #"""
    {
    "page": "https://docs.redhat.com/en/documentation/red_hat_build_of_keycloak/26.2/html/\#
    securing_applications_and_services_guide/oidc-layers-",
    "seen": "2026-11-29", "rules": {"redirect": "loopback_any_port", "public_clients": true}}
    """#,
    "kick": #"""
    {"page": "https://docs.kick.com/getting-started/generating-tokens-oauth2-flow", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_exact", "pkce": "required", "public_clients": false, "client_authentication": ["post"],
    "refresh_token": "always", "refresh_token_rotates": true, "revocation": {
    "endpoint": "https://id.kick.com/oauth/revoke", "method": "POST", "token_parameter": "token",
    "authenticated_by": "none"}}}
    """#,
    "klaviyo": #"""
    {"page": "https://developers.klaviyo.com/en/docs/set_up_oauth", "seen": "2026-11-29", "rules": {
    "pkce": "required", "scope_separator": " ", "api_headers": {"revision": "2026-10-15"}}}
    """#,
    "kook": #"""
    {"page": "https://developer.kookapp.cn/doc/oauth2", "seen": "2026-11-29", "rules": {"public_clients": false,
    "client_authentication": ["post"], "scope_separator": " ", "refresh_token": "never"}}
    """#,
    "lark": #"""
    {
    "page": "https://open.feishu.cn/document/uAjLw4CM/ukTMukTMukTM/authentication-management/access-token/\#
    get-user-access-token.md",
    "seen": "2026-11-29", "rules": {"client_authentication": ["post"], "refresh_token": {"scope": "offline_access"},
    "scope_separator": " "}}
    """#,
    "lichess": #"""
    {"page": "https://raw.githubusercontent.com/lichess-org/api/master/doc/specs/lichess-api.yaml",
    "seen": "2026-11-29", "rules": {"pkce": "required", "public_clients": true, "refresh_token": "never",
    "revocation": {"endpoint": "https://lichess.org/api/token", "method": "DELETE", "authenticated_by": "token"}}}
    """#,
    "line": #"""
    {"page": "https://developers.line.biz/en/docs/line-login/integrate-pkce/", "seen": "2026-11-29", "rules": {
    "pkce": "supported"}}
    """#,
    "linear": #"""
    {"page": "https://linear.app/docs/oauth/authentication", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_exact", "pkce": "supported", "scope_separator": ",", "refresh_token": "always"}}
    """#,
    "linkedin": #"""
    {"page": "https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow",
    "seen": "2026-11-29", "rules": {"public_clients": false}}
    """#,
    "linode": #"""
    {"page": "https://github.com/linode/linode-api-docs", "seen": "2026-11-29", "rules": {"public_clients": true}}
    """#,
    "livechat": #"""
    {"page": "https://platform.text.com/docs/authorization/oauth-authorization", "seen": "2026-11-29", "rules": {
    "pkce": "supported", "public_clients": false}}
    """#,
    "login-gov": #"""
    {"page": "https://developers.login.gov/oidc/getting-started/", "seen": "2026-11-29", "rules": {
    "pkce": "supported", "public_clients": true, "client_authentication": ["private_key_jwt", "none"]}}
    """#,
    "mailchimp": #"""
    {"page": "https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/", "seen": "2026-11-29",
    "rules": {"public_clients": false, "refresh_token": "never"}}
    """#,
    "mailru": #"""
    {"page": "https://biz.mail.ru/developer/oauth.html", "seen": "2026-11-29", "rules": {"public_clients": false,
    "scope_separator": " "}}
    """#,
    "mastodon": #"""
    {"page": "https://docs.joinmastodon.org/methods/oauth/", "seen": "2026-11-29", "rules": {"pkce": "supported",
    "public_clients": false}}
    """#,
    "mediawiki": #"""
    {"page": "https://www.mediawiki.org/wiki/Extension:OAuth", "seen": "2026-11-29", "rules": {"pkce": "supported",
    "public_clients": true}}
    """#,
    "meetup": #"""
    {"page": "https://www.meetup.com/graphql/authentication/", "seen": "2026-11-29", "rules": {
    "public_clients": false}}
    """#,
    "mercadolibre": #"""
    {"page": "https://developers.mercadolibre.com.ar/devsite/my-first-application-global-selling",
    "seen": "2026-11-29", "rules": {"redirect": "https_only", "public_clients": false}}
    """#,
    "mercadopago": #"""
    {
    "page": "https://www.mercadopago.cl/developers/en/docs/checkout-pro/additional-content/security/oauth/\#
    introduction",
    "seen": "2026-11-29", "rules": {"pkce": "supported", "public_clients": false, "refresh_token": "always"}}
    """#,
    "microsoft": #"""
    {"page": "https://learn.microsoft.com/entra/identity-platform/reply-url", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_any_port"}}
    """#,
    "miro": #"""
    {"page": "https://developers.miro.com/docs/getting-started-with-oauth", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_exact", "public_clients": false, "refresh_token_rotates": true}}
    """#,
    "mixcloud": #"""
    {"page": "https://www.mixcloud.com/developers/", "seen": "2026-11-29", "rules": {}}
    """#,
    "mollie": #"""
    {"page": "https://docs.mollie.com/docs/getting-started-with-mollie-connect", "seen": "2026-11-29", "rules": {
    "refresh_token": "always"}}
    """#,
    "monday": #"""
    {"page": "https://developer.monday.com/apps/docs/oauth-2-1", "seen": "2026-11-29", "rules": {"pkce": "required",
    "public_clients": false, "client_authentication": ["post", "basic"], "refresh_token": "always",
    "refresh_token_rotates": true, "revocation": {"endpoint": "https://auth.monday.com/oauth_ms/oauth/revoke",
    "method": "POST", "token_parameter": "token", "authenticated_by": "client"}}}
    """#,
    "monzo": #"""
    {"page": "https://monzo.com/docs/", "seen": "2026-11-29", "rules": {"public_clients": false,
    "refresh_token": "always"}}
    """#,
    "musicbrainz": #"""
    {"page": "https://musicbrainz.org/doc/Development/OAuth2", "seen": "2026-11-29", "rules": {
    "public_clients": false}}
    """#,
    "myob": #"""
    {"page": "https://developer.myob.com/api/myob-business-api/api-overview/authentication/", "seen": "2026-11-29",
    "rules": {"redirect": "https_only", "api_headers": {"x-myobapi-key": "{client_id}", "x-myobapi-version": "v2"}}}
    """#,
    "nationbuilder": #"""
    {"page": "https://support.nationbuilder.com/en/articles/9180281-api-authentication-quick-start-guide",
    "seen": "2026-11-29", "rules": {"public_clients": false}}
    """#,
    "naver": #"""
    {"page": "https://developers.naver.com/docs/login/api/api.md", "seen": "2026-11-29", "rules": {}}
    """#,
    "netlify": #"""
    {"page": "https://github.com/netlify-labs/oauth-example", "seen": "2026-11-29", "rules": {}}
    """#,
    "netsuite": #"""
    {"page": "https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158081944642.html",
    "seen": "2026-11-29", "rules": {"scope_separator": " ", "refresh_token": "always"}}
    """#,
    "nextcloud": #"""
    {"page": "https://docs.nextcloud.com/server/21/admin_manual/configuration_server/oauth2.html",
    "seen": "2026-11-29", "rules": {"public_clients": false}}
    """#,
    "nightbot": #"""
    {"page": "https://api-docs.nightbot.tv/", "seen": "2026-11-29", "rules": {"public_clients": false}}
    """#,
    "notion": #"""
    {"page": "https://developers.notion.com/reference/create-a-token", "seen": "2026-11-29", "rules": {
    "client_authentication": ["basic"], "refresh_token": "always", "refresh_token_rotates": true,
    "public_clients": false}}
    """#,
    "odnoklassniki": #"""
    {"page": "https://apiok.ru/en/ext/oauth/server", "seen": "2026-11-29", "rules": {"scope_separator": ";"}}
    """#,
    "okta": #"""
    {"page": "https://help.okta.com/en-us/Content/Topics/Apps/Apps_App_Integration_Wizard_OIDC.htm",
    "seen": "2026-11-29", "rules": {"public_clients": true, "pkce": "supported"}}
    """#,
    "onelogin": #"""
    {"page": "https://developers.onelogin.com/openid-connect/api/logout", "seen": "2026-11-29", "rules": {
    "public_clients": true, "pkce": "supported", "client_authentication": ["basic", "post", "none"],
    "redirect": "localhost_exact"}}
    """#,
    "onshape": #"""
    {"page": "https://onshape-public.github.io/docs/auth/oauth/", "seen": "2026-11-29", "rules": {}}
    """#,
    "openstreetmap": #"""
    {"page": "https://wiki.openstreetmap.org/wiki/OAuth", "seen": "2026-11-29", "rules": {"pkce": "supported",
    "refresh_token": "never", "scope_separator": " "}}
    """#,
    "optimizely": #"""
    {"page": "https://docs.developers.optimizely.com/web-experimentation/docs/registration", "seen": "2026-11-29",
    "rules": {"public_clients": false, "client_authentication": ["post"], "refresh_token": "always"}}
    """#,
    "orcid": #"""
    {"page": "https://info.orcid.org/ufaqs/how-do-i-register-for-member-api-credentials/", "seen": "2026-11-29",
    "rules": {"redirect": "https_only", "public_clients": false}}
    """#,
    "osu": #"""
    {"page": "https://osu.ppy.sh/docs/", "seen": "2026-11-29", "rules": {"public_clients": false,
    "client_authentication": ["post"], "refresh_token": "always"}}
    """#,
    "oura": #"""
    {"page": "https://cloud.ouraring.com/docs/authentication", "seen": "2026-11-29", "rules": {
    "scope_separator": " ", "refresh_token": "always"}}
    """#,
    "outreach": #"""
    {"page": "https://developers.outreach.io/api/oauth/", "seen": "2026-11-29", "rules": {"redirect": "https_only",
    "client_authentication": ["post"], "refresh_token_rotates": true, "scope_separator": " ",
    "refresh_token": "always"}}
    """#,
    "pagerduty": #"""
    {"page": "https://github.com/PagerDuty-Samples/pagerduty-oauth-sample-python", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_exact", "pkce": "supported", "public_clients": true, "client_authentication": ["post"]}}
    """#,
    "pandadoc": #"""
    {"page": "https://developers.pandadoc.com/reference-link/authentication-process", "seen": "2026-11-29",
    "rules": {"refresh_token": "always", "public_clients": false}}
    """#,
    "patreon": #"""
    {"page": "https://docs.patreon.com/?javascript", "seen": "2026-11-29", "rules": {}}
    """#,
    "paypal": #"""
    {"page": "https://developer.paypal.com/log-in/build", "seen": "2026-11-29", "rules": {
    "client_authentication": ["basic"], "scope_separator": " "}}
    """#,
    "pinterest": #"""
    {"page": "https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/",
    "seen": "2026-11-29", "rules": {"client_authentication": ["basic"], "refresh_token": "always"}}
    """#,
    "pipedrive": #"""
    {"page": "https://pipedrive.readme.io/docs/marketplace-oauth-authorization", "seen": "2026-11-29", "rules": {
    "refresh_token": "always"}}
    """#,
    "planning-center": #"""
    {"page": "https://api.planningcenteronline.com/docs/overview/authentication", "seen": "2026-11-29", "rules": {}}
    """#,
    "plurk": #"""
    {"page": "https://www.plurk.com/API", "seen": "2026-11-29", "rules": {}}
    """#,
    "podio": #"""
    {"page": "https://developers.podio.com/authentication/server_side", "seen": "2026-11-29", "rules": {
    "public_clients": false, "client_authentication": ["post"], "refresh_token": "always"}}
    """#,
    "polar-flow": #"""
    {"page": "https://github.com/polarofficial/accesslink-example-python", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_exact"}}
    """#,
    "polar-sh": #"""
    {"page": "https://docs.polar.sh/integrate/oauth2/connect", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_exact", "public_clients": true, "pkce": "supported", "scope_separator": " ",
    "refresh_token": "always"}}
    """#,
    "procore": #"""
    {"page": "https://procore.github.io/documentation/oauth-endpoints", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_exact", "client_authentication": ["post"], "revocation": {
    "endpoint": "https://login.procore.com/oauth/revoke", "method": "POST", "token_parameter": "token",
    "authenticated_by": "client"}}}
    """#,
    "producthunt": #"""
    {
    "page": "https://api.producthunt.com/v2/docs/oauth_user_authentication/\#
    oauth_authorize_ask_for_access_grant_code_on_behalf_of_the_user",
    "seen": "2026-11-29", "rules": {"scope_separator": " ", "client_authentication": ["post"],
    "refresh_token": "never", "public_clients": false}}
    """#,
    "quickbooks": #"""
    {
    "page": "https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/\#
    set-redirect-uri",
    "seen": "2026-11-29", "rules": {"redirect": "https_only"}}
    """#,
    "raindrop": #"""
    {"page": "https://developer.raindrop.io/v1/authentication/token", "seen": "2026-11-29", "rules": {
    "public_clients": false}}
    """#,
    "ramp": #"""
    {"page": "https://docs.ramp.com/developer-api/v1/authorization", "seen": "2026-11-29", "rules": {
    "client_authentication": ["basic"], "public_clients": false, "scope_separator": " ", "refresh_token": "always"}}
    """#,
    "reddit": #"""
    {"page": "https://support.reddithelp.com/hc/en-us/articles/42728983564564", "seen": "2026-11-29", "rules": {
    "public_clients": true}}
    """#,
    "ringcentral": #"""
    {"page": "https://developers.ringcentral.com/guide/authentication/auth-code-pkce-flow", "seen": "2026-11-29",
    "rules": {"redirect": "localhost_exact", "pkce": "supported", "public_clients": true}}
    """#,
    "riot-games": #"""
    {
    "page": "https://docs.google.com/document/d/e/\#
    2PACX-1vTSthxkWOIqPFe8Xqqjv4Ona5pRa5W3X6bLg4I47X15gJjG9ae-HU5a0by7VIVLWdPMgB9fTr5gvQcY/pub",
    "seen": "2026-11-29", "rules": {"client_authentication": ["private_key_jwt", "basic"], "public_clients": false}}
    """#,
    "roblox": #"""
    {"page": "https://create.roblox.com/docs/cloud/auth/oauth2-registration", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_exact", "pkce": "supported", "public_clients": true}}
    """#,
    "sage": #"""
    {"page": "https://developer.sage.com/accounting/guides/getting-started/client_app_registration",
    "seen": "2026-11-29", "rules": {"redirect": "localhost_exact", "client_authentication": ["post"],
    "refresh_token": "always", "refresh_token_rotates": true, "public_clients": false}}
    """#,
    "salesforce": #"""
    {"page": "https://help.salesforce.com/s/articleView?id=xcloud.domain_name_setting_login_policy.htm&type=5",
    "seen": "2026-11-29", "rules": {"pkce": "required", "refresh_token_rotates": true}}
    """#,
    "salesloft": #"""
    {"page": "https://developers.salesloft.com/docs/platform/api-basics/oauth-authentication/",
    "seen": "2026-11-29", "rules": {"client_authentication": ["post"], "refresh_token": "always"}}
    """#,
    "sentry": #"""
    {"page": "https://docs.sentry.io/api/auth/", "seen": "2026-11-29", "rules": {"pkce": "supported",
    "scope_separator": " ", "client_authentication": ["post"], "refresh_token": "always", "device_flow": true}}
    """#,
    "servicenow": #"""
    {
    "page": "https://www.servicenow.com/docs/r/zurich/platform-security/authentication/authorization-workflow.html",
    "seen": "2026-11-29", "rules": {"pkce": "supported", "public_clients": true, "refresh_token": "always"}}
    """#,
    "seznam": #"""
    {"page": "https://vyvojari.seznam.cz/oauth/doc?lang=en", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_exact", "pkce": "supported", "scope_separator": ",", "client_authentication": ["post"]}}
    """#,
    "shopify": #"""
    {"page": "https://shopify.dev/docs/apps/build/authentication-authorization/authenticate-standalone-apps",
    "seen": "2026-11-29", "rules": {"scope_separator": ",", "client_authentication": ["post"],
    "refresh_token": "always", "refresh_token_rotates": true, "public_clients": false}}
    """#,
    "simplelogin": #"""
    {"page": "https://simplelogin.io/docs/siwsl/intro/", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_any_port", "closed": true}}
    """#,
    "sketchfab": #"""
    {"page": "https://sketchfab.com/developers/oauth", "seen": "2026-11-29", "rules": {"public_clients": false,
    "refresh_token": "always"}}
    """#,
    "slack": #"""
    {"page": "https://docs.slack.dev/authentication/installing-with-oauth", "seen": "2026-11-29", "rules": {
    "client_authentication": ["basic", "post"], "scope_separator": ","}}
    """#,
    "slack-bot": #"""
    {"page": "https://docs.slack.dev/authentication/installing-with-oauth", "seen": "2026-11-29", "rules": {
    "scope_separator": ",", "client_authentication": ["basic", "post"]}}
    """#,
    "slack-legacy": #"""
    {"page": "https://docs.slack.dev/legacy/legacy-authentication", "seen": "2026-11-29", "rules": {"closed": true}}
    """#,
    "slack-oidc": #"""
    {"page": "https://docs.slack.dev/authentication/sign-in-with-slack", "seen": "2026-11-29", "rules": {}}
    """#,
    "slack-pkce": #"""
    {"page": "https://docs.slack.dev/authentication/using-pkce", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_exact", "pkce": "supported", "public_clients": true, "client_authentication": ["basic",
    "post", "none"], "refresh_token_rotates": true}}
    """#,
    "smartsheet": #"""
    {"page": "https://developers.smartsheet.com/api/smartsheet/guides/advanced-topics/oauth.md",
    "seen": "2026-11-29", "rules": {}}
    """#,
    "smugmug": #"""
    {"page": "https://api.smugmug.com/api/v2/doc/tutorial/authorization.html", "seen": "2026-11-29", "rules": {}}
    """#,
    "snapchat": #"""
    {"page": "https://developers.snap.com/snap-kit/login-kit/overview", "seen": "2026-11-29", "rules": {
    "scope_separator": " "}}
    """#,
    "soundcloud": #"""
    {"page": "https://developers.soundcloud.com/docs/api/guide", "seen": "2026-11-29", "rules": {
    "redirect": "loopback_exact", "pkce": "required", "refresh_token": "always", "refresh_token_rotates": true}}
    """#,
    "splitwise": #"""
    {"page": "https://dev.splitwise.com/", "seen": "2026-11-29", "rules": {"redirect": "localhost_exact",
    "public_clients": false}}
    """#,
    "spotify": #"""
    {"page": "https://developer.spotify.com/documentation/web-api/concepts/redirect_uri", "seen": "2026-11-29",
    "rules": {"redirect": "loopback_ip_any_port", "pkce": "supported", "public_clients": true}}
    """#,
    "square": #"""
    {"page": "https://developer.squareup.com/docs/oauth-api/overview", "seen": "2026-11-29", "rules": {
    "redirect": "https_only", "pkce": "supported", "public_clients": true, "scope_separator": " ",
    "refresh_token": "always"}}
    """#,
    "squarespace": #"""
    {"page": "https://developers.squarespace.com/commerce-apis/oauth.md", "seen": "2026-11-29", "rules": {}}
    """#,
    "stackexchange": #"""
    {"page": "https://api.stackexchange.com/docs/authentication", "seen": "2026-11-29", "rules": {
    "pkce": "supported", "client_authentication": ["post"], "refresh_token": "never"}}
    """#,
    "start-gg": #"""
    {"page": "https://developer.start.gg/docs/oauth/oauth-overview", "seen": "2026-11-29", "rules": {
    "scope_separator": " ", "client_authentication": ["post"], "refresh_token": "always"}}
    """#,
    "strava": #"""
    {"page": "https://developers.strava.com/docs/authentication/", "seen": "2026-11-29", "rules": {
    "redirect": "loopback_any_port", "public_clients": false, "scope_separator": ",", "refresh_token": "always"}}
    """#,
    "streamlabs": #"""
    {"page": "https://dev.streamlabs.com/docs/connecting-to-an-account", "seen": "2026-11-29", "rules": {
    "refresh_token": "always"}}
    """#,
    "stripe": #"""
    {"page": "https://docs.stripe.com/connect/oauth-reference", "seen": "2026-11-29", "rules": {}}
    """#,
    "superoffice": #"""
    {"page": "https://community.superoffice.com/en/developer/create-apps/concepts/authentication/oidc-native-apps/",
    "seen": "2026-11-29", "rules": {"redirect": "loopback_exact", "pkce": "supported", "public_clients": true,
    "scope_separator": " "}}
    """#,
    "surveymonkey": #"""
    {"page": "https://api.surveymonkey.com/v3/docs", "seen": "2026-11-29", "rules": {}}
    """#,
    "taobao": #"""
    {"page": "http://doc.alidayu.com/docs/doc.htm?articleId=102635&docType=1", "seen": "2026-11-29", "rules": {
    "scope_separator": ",", "refresh_token": "always"}}
    """#,
    "teamleader": #"""
    {"page": "https://github.com/teamleadercrm/api/blob/master/apiary.apib", "seen": "2026-11-29", "rules": {
    "client_authentication": ["post"], "refresh_token": "always", "refresh_token_rotates": true}}
    """#,
    "telegram": #"""
    {"page": "https://core.telegram.org/bots/telegram-login", "seen": "2026-11-29", "rules": {"pkce": "supported"}}
    """#,
    "threads": #"""
    {"page": "https://developers.facebook.com/documentation/threads/get-started/get-access-tokens-and-permissions",
    "seen": "2026-11-29", "rules": {}}
    """#,
    "tidal": #"""
    {"page": "https://tidal-music.github.io/tidal-sdk-android/auth/index.html", "seen": "2026-11-29", "rules": {}}
    """#,
    "tiktok": #"""
    {"page": "https://developers.tiktok.com/doc/login-kit-desktop", "seen": "2026-11-29", "rules": {
    "redirect": "loopback_any_port", "pkce": "hexadecimal", "public_clients": false}}
    """#,
    "tiktok-web": #"""
    {"page": "https://developers.tiktok.com/doc/login-kit-web", "seen": "2026-11-29", "rules": {
    "redirect": "https_only", "public_clients": false}}
    """#,
    "todoist": #"""
    {"page": "https://developer.todoist.com/api/v1/", "seen": "2026-11-29", "rules": {
    "client_authentication": ["post"], "public_clients": false, "scope_separator": ",", "revocation": {
    "endpoint": "https://api.todoist.com/api/v1/revoke", "method": "POST", "token_parameter": "token",
    "authenticated_by": "client"}}}
    """#,
    "trakt": #"""
    {"page": "https://docs.trakt.tv/reference/authentication", "seen": "2026-11-29", "rules": {
    "public_clients": false, "refresh_token": "always", "device_flow": true}}
    """#,
    "trello": #"""
    {"page": "https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/", "seen": "2026-11-29",
    "rules": {}}
    """#,
    "tripit": #"""
    {"page": "http://tripit.github.io/api/doc/v1/index.html", "seen": "2026-11-29", "rules": {}}
    """#,
    "tumblr": #"""
    {"page": "https://github.com/tumblr/docs/blob/master/api.md", "seen": "2026-11-29", "rules": {
    "client_authentication": ["post"], "public_clients": false, "scope_separator": " ", "refresh_token": {
    "scope": "offline_access"}, "refresh_token_rotates": true}}
    """#,
    "tumblr-oauth1": #"""
    {"page": "https://github.com/tumblr/docs/blob/master/api.md", "seen": "2026-11-29", "rules": {}}
    """#,
    "twitch": #"""
    {"page": "https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/", "seen": "2026-11-29", "rules": {
    "public_clients": true, "device_flow": true, "scope_separator": " "}}
    """#,
    "twitter": #"""
    {"page": "https://docs.x.com/fundamentals/authentication/oauth-1-0a/obtaining-user-access-tokens",
    "seen": "2026-11-29", "rules": {}}
    """#,
    "typeform": #"""
    {"page": "https://typeform.com/developers/get-started/applications", "seen": "2026-11-29", "rules": {
    "scope_separator": " ", "refresh_token": {"scope": "offline"}}}
    """#,
    "uber": #"""
    {"page": "https://developer.uber.com/docs/consumer-identity/guides/user-access-token", "seen": "2026-11-29",
    "rules": {"public_clients": false, "client_authentication": ["post"], "scope_separator": " "}}
    """#,
    "unsplash": #"""
    {"page": "https://unsplash.com/documentation/user-authentication-workflow", "seen": "2026-11-29", "rules": {
    "public_clients": false, "client_authentication": ["post"], "scope_separator": " "}}
    """#,
    "untappd": #"""
    {"page": "https://untappd.com/api/docs/v4", "seen": "2026-11-29", "rules": {"public_clients": false,
    "refresh_token": "never"}}
    """#,
    "upwork": #"""
    {"page": "https://support.upwork.com/hc/en-us/articles/115015933448-API-authentication-and-security",
    "seen": "2026-11-29", "rules": {"public_clients": false, "refresh_token": "always"}}
    """#,
    "vercel": #"""
    {"page": "https://vercel.com/docs/sign-in-with-vercel/authorization-server-api", "seen": "2026-11-29",
    "rules": {"pkce": "supported", "client_authentication": ["basic", "post"], "scope_separator": " ",
    "refresh_token": {"scope": "offline_access"}, "device_flow": true, "revocation": {
    "endpoint": "https://api.vercel.com/login/oauth/token/revoke", "method": "POST", "authenticated_by": "client"}}}
    """#,
    "vimeo": #"""
    {"page": "https://developer.vimeo.com/api/authentication", "seen": "2026-11-29", "rules": {
    "scope_separator": " ", "revocation": {"endpoint": "https://api.vimeo.com/tokens", "method": "DELETE",
    "authenticated_by": "token"}}}
    """#,
    "vipps": #"""
    {"page": "https://developer.vippsmobilepay.com/docs/APIs/login-api/login-api-faq/", "seen": "2026-11-29",
    "rules": {"client_authentication": ["basic", "post"], "public_clients": false}}
    """#,
    "vk": #"""
    {"page": "https://id.vk.com/about/business/go/docs/ru/vkid/latest/oauth-vkontakte/create-and-configure-app",
    "seen": "2026-11-29", "rules": {}}
    """#,
    "vk-id": #"""
    {
    "page": "https://id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/\#
    api-description",
    "seen": "2026-11-29", "rules": {"pkce": "required", "public_clients": true, "scope_separator": " "}}
    """#,
    "wakatime": #"""
    {"page": "https://wakatime.com/developers", "seen": "2026-11-29", "rules": {"client_authentication": ["post"],
    "revocation": {"endpoint": "https://wakatime.com/oauth/revoke", "method": "POST", "token_parameter": "token",
    "authenticated_by": "client"}}}
    """#,
    "wave": #"""
    {"page": "https://developer.waveapps.com/hc/en-us/articles/360019493652-OAuth-Guide", "seen": "2026-11-29",
    "rules": {"public_clients": false, "scope_separator": " ", "refresh_token": {"scope": "offline_access"}}}
    """#,
    "webex": #"""
    {"page": "https://developer.webex.com/docs/login-with-webex", "seen": "2026-11-29", "rules": {
    "pkce": "supported", "device_flow": true}}
    """#,
    "webflow": #"""
    {"page": "https://developers.webflow.com/data/reference/oauth-app", "seen": "2026-11-29", "rules": {
    "public_clients": false}}
    """#,
    "weibo": #"""
    {"page": "https://open.weibo.com/wiki/%E6%8E%88%E6%9D%83%E6%9C%BA%E5%88%B6%E8%AF%B4%E6%98%8E",
    "seen": "2026-11-29", "rules": {}}
    """#,
    "whoop": #"""
    {"page": "https://developer.whoop.com/docs/developing/oauth", "seen": "2026-11-29", "rules": {
    "public_clients": false, "client_authentication": ["post"], "refresh_token": {"scope": "offline"},
    "refresh_token_rotates": true}}
    """#,
    "wikimedia": #"""
    {"page": "https://www.mediawiki.org/wiki/Extension:OAuth", "seen": "2026-11-29", "rules": {"pkce": "supported",
    "refresh_token": "always"}}
    """#,
    "withings": #"""
    {
    "page": "https://developer.withings.com/developer-guide/v3/integration-guide/public-health-data-api/get-access/\#
    oauth-web-flow",
    "seen": "2026-11-29", "rules": {"refresh_token": "always"}}
    """#,
    "wordpress": #"""
    {"page": "https://developer.wordpress.com/docs/oauth2/", "seen": "2026-11-29", "rules": {
    "public_clients": false}}
    """#,
    "workos": #"""
    {"page": "https://workos.com/docs/user-management/react/ruby", "seen": "2026-11-29", "rules": {
    "public_clients": false}}
    """#,
    "wrike": #"""
    {"page": "https://developers.wrike.com/oauth-20-authorization", "seen": "2026-11-29", "rules": {
    "public_clients": false}}
    """#,
    "x": #"""
    {"page": "https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code", "seen": "2026-11-29",
    "rules": {"pkce": "required", "public_clients": true, "client_authentication": ["basic", "none"],
    "scope_separator": " ", "refresh_token": {"scope": "offline.access"}}}
    """#,
    "xero": #"""
    {"page": "https://developer.xero.com/documentation/oauth2/pkce-flow", "seen": "2026-11-29", "rules": {
    "redirect": "localhost_exact", "pkce": "required", "public_clients": true, "client_authentication": ["none"],
    "scope_separator": " ", "refresh_token": {"scope": "offline_access"}, "refresh_token_rotates": true}}
    """#,
    "yahoo": #"""
    {"page": "https://developer.yahoo.com/oauth2/guide/flows_authcode/", "seen": "2026-11-29", "rules": {
    "refresh_token": "always"}}
    """#,
    "yahoo-japan": #"""
    {"page": "https://developer.yahoo.co.jp/yconnect/v2/authorization_code/token.html", "seen": "2026-11-29",
    "rules": {"pkce": "supported", "public_clients": true, "client_authentication": ["basic", "post", "none"],
    "scope_separator": " ", "refresh_token": "always"}}
    """#,
    "yandex": #"""
    {"page": "https://yandex.com/dev/id/doc/en/codes/code-url", "seen": "2026-11-29", "rules": {"pkce": "supported",
    "device_flow": true}}
    """#,
    "ynab": #"""
    {"page": "https://api.ynab.com/", "seen": "2026-11-29", "rules": {}}
    """#,
    "zendesk": #"""
    {
    "page": "https://support.zendesk.com/hc/en-us/articles/\#
    4408845965210-Using-OAuth-authentication-with-your-application",
    "seen": "2026-11-29", "rules": {"redirect": "loopback_exact", "pkce": "required", "public_clients": true}}
    """#,
    "zitadel": #"""
    {"page": "https://zitadel.com/docs/guides/integrate/login/oidc/login-users", "seen": "2026-11-29", "rules": {
    "pkce": "supported", "public_clients": true}}
    """#,
    "zoho": #"""
    {"page": "https://www.zoho.com/accounts/protocol/oauth-setup.html", "seen": "2026-11-29", "rules": {
    "scope_separator": ",", "refresh_token": {"parameter": "access_type", "value": "offline"}}}
    """#,
    "zoom": #"""
    {"page": "https://developers.zoom.us/docs/integrations/PKCE/", "seen": "2026-11-29", "rules": {
    "redirect": "loopback_any_port", "pkce": "required", "public_clients": true, "client_authentication": ["none"]}}
    """#,
    "zotero": #"""
    {"page": "https://www.zotero.org/support/dev/web_api/v3/oauth", "seen": "2026-11-29", "rules": {}}
    """#,
  ]
}
