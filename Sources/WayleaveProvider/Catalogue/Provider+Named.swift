// Longer than 400 lines: made by Scripts/make-catalogue from Catalogue/*.yaml; change those, then `make catalogue`.
// swift-format-ignore-file
extension Provider {
  /// 42, the schools for programmers.
  public static var fortyTwo: Provider { BuiltInEntry.provider("42") }
  /// Adobe, by its Identity Management Services; Frame.io signs in here too.
  public static var adobe: Provider { BuiltInEntry.provider("adobe") }
  /// Airtable.
  public static var airtable: Provider { BuiltInEntry.provider("airtable") }
  /// Allegro, the market of Poland and its neighbours.
  public static var allegro: Provider { BuiltInEntry.provider("allegro") }
  /// Login with Amazon.
  public static var amazon: Provider { BuiltInEntry.provider("amazon") }
  /// AniList, whose API is GraphQL.
  public static var aniList: Provider { BuiltInEntry.provider("anilist") }
  /// Sign in with Apple.
  public static var apple: Provider { BuiltInEntry.provider("apple") }
  /// ArcGIS Online by Esri: maps.
  public static var arcgis: Provider { BuiltInEntry.provider("arcgis") }
  /// Asana: tasks and projects of teams.
  public static var asana: Provider { BuiltInEntry.provider("asana") }
  /// Atlassian, which is Jira and Confluence in the cloud, by OAuth 2.0 (3LO).
  public static var atlassian: Provider { BuiltInEntry.provider("atlassian") }
  /// Attio: relations with customers.
  public static var attio: Provider { BuiltInEntry.provider("attio") }
  /// Auth0: each tenant is an issuer of its own.
  public static var auth0: ProviderTemplate { BuiltInEntry.template("auth0") }
  /// authentik, on a host of one's own: each application is an issuer of its own.
  public static var authentik: ProviderTemplate { BuiltInEntry.template("authentik") }
  /// Autodesk Platform Services.
  public static var autodesk: Provider { BuiltInEntry.provider("autodesk") }
  /// Baidu.
  public static var baidu: Provider { BuiltInEntry.provider("baidu") }
  /// Basecamp, by the sign-in of 37signals.
  public static var basecamp: Provider { BuiltInEntry.provider("basecamp") }
  /// Battle.net, the accounts of Blizzard, outside China.
  public static var battlenet: Provider { BuiltInEntry.provider("battlenet") }
  /// BigCommerce, the stores of merchants.
  public static var bigcommerce: Provider { BuiltInEntry.provider("bigcommerce") }
  /// Bitbucket Cloud.
  public static var bitbucket: Provider { BuiltInEntry.provider("bitbucket") }
  /// Bitly.
  public static var bitly: Provider { BuiltInEntry.provider("bitly") }
  /// Blackbaud, by the SKY API.
  public static var blackbaud: Provider { BuiltInEntry.provider("blackbaud") }
  /// Box: files.
  public static var box: Provider { BuiltInEntry.provider("box") }
  /// Brex: company cards and accounts.
  public static var brex: Provider { BuiltInEntry.provider("brex") }
  /// Buffer: posts for social networks.
  public static var buffer: Provider { BuiltInEntry.provider("buffer") }
  /// Bungie.net, the accounts of the Destiny games.
  public static var bungie: Provider { BuiltInEntry.provider("bungie") }
  /// Calendly: meetings that others book.
  public static var calendly: Provider { BuiltInEntry.provider("calendly") }
  /// Canva: designs.
  public static var canva: Provider { BuiltInEntry.provider("canva") }
  /// Chatwork: messages of teams.
  public static var chatwork: Provider { BuiltInEntry.provider("chatwork") }
  /// CILogon: the sign-in of universities, for research.
  public static var cilogon: Provider { BuiltInEntry.provider("cilogon") }
  /// ClassLink, the sign-in of schools.
  public static var classlink: Provider { BuiltInEntry.provider("classlink") }
  /// Clever: pupils and teachers of schools.
  public static var clever: Provider { BuiltInEntry.provider("clever") }
  /// ClickUp: tasks and documents of teams.
  public static var clickup: Provider { BuiltInEntry.provider("clickup") }
  /// Close: software for sales.
  public static var close: Provider { BuiltInEntry.provider("close") }
  /// Clover: tills of shops in the United States and Canada; a merchant signs in.
  public static var clover: ProviderTemplate { BuiltInEntry.template("clover") }
  /// Codeberg, which runs Forgejo.
  public static var codeberg: Provider { BuiltInEntry.provider("codeberg") }
  /// Amazon Cognito: each user pool is an issuer of its own, `cognito.eu-central-1.ab12CD34e`.
  public static var cognito: ProviderTemplate { BuiltInEntry.template("cognito") }
  /// Coinbase.
  public static var coinbase: Provider { BuiltInEntry.provider("coinbase") }
  /// SAP Concur: each data centre has hosts of its own.
  public static var concur: ProviderTemplate { BuiltInEntry.template("concur") }
  /// Constant Contact: newsletters.
  public static var constantContact: Provider { BuiltInEntry.provider("constant-contact") }
  /// Contentful: content for websites and apps.
  public static var contentful: Provider { BuiltInEntry.provider("contentful") }
  /// Crowdin: translations.
  public static var crowdin: Provider { BuiltInEntry.provider("crowdin") }
  /// Dailymotion.
  public static var dailymotion: Provider { BuiltInEntry.provider("dailymotion") }
  /// Deezer.
  public static var deezer: Provider { BuiltInEntry.provider("deezer") }
  /// DeviantArt.
  public static var deviantart: Provider { BuiltInEntry.provider("deviantart") }
  /// DigitalOcean.
  public static var digitalocean: Provider { BuiltInEntry.provider("digitalocean") }
  /// Discogs, by OAuth 1.0a: records.
  public static var discogs: Provider { BuiltInEntry.provider("discogs") }
  /// Discord.
  public static var discord: Provider { BuiltInEntry.provider("discord") }
  /// Disqus.
  public static var disqus: Provider { BuiltInEntry.provider("disqus") }
  /// Docusign: signatures on documents.
  public static var docusign: Provider { BuiltInEntry.provider("docusign") }
  /// Douban, which has registered no new clients since 2014.
  public static var douban: Provider { BuiltInEntry.provider("douban") }
  /// Dribbble.
  public static var dribbble: Provider { BuiltInEntry.provider("dribbble") }
  /// Dropbox: files.
  public static var dropbox: Provider { BuiltInEntry.provider("dropbox") }
  /// Dropbox Sign, formerly HelloSign: documents to sign.
  public static var dropboxSign: Provider { BuiltInEntry.provider("dropbox-sign") }
  /// Adobe Acrobat Sign, once EchoSign: each region has hosts of its own, called shards.
  public static var echosign: ProviderTemplate { BuiltInEntry.template("echosign") }
  /// EGI Check-in: the sign-in of the European research clouds.
  public static var egiCheckin: Provider { BuiltInEntry.provider("egi-checkin") }
  /// Epic Games, by Epic Account Services.
  public static var epicGames: Provider { BuiltInEntry.provider("epic-games") }
  /// Etsy.
  public static var etsy: Provider { BuiltInEntry.provider("etsy") }
  /// Eventbrite.
  public static var eventbrite: Provider { BuiltInEntry.provider("eventbrite") }
  /// EVE Online: the sign-in is for one character.
  public static var eveonline: Provider { BuiltInEntry.provider("eveonline") }
  /// Evernote, by OAuth 1.0a: notes; or its sandbox.
  public static var evernote: ProviderTemplate { BuiltInEntry.template("evernote") }
  /// Exact Online: bookkeeping; each country has a host of its own.
  public static var exactOnline: ProviderTemplate { BuiltInEntry.template("exact-online") }
  /// Exist, what people track about themselves.
  public static var exist: Provider { BuiltInEntry.provider("exist") }
  /// Facebook Login.
  public static var facebook: Provider { BuiltInEntry.provider("facebook") }
  /// FACEIT.
  public static var faceit: Provider { BuiltInEntry.provider("faceit") }
  /// Feide, the sign-in of schools and universities in Norway, by OpenID Connect.
  public static var feide: Provider { BuiltInEntry.provider("feide") }
  /// Figma.
  public static var figma: Provider { BuiltInEntry.provider("figma") }
  /// Fitbit, for tokens that are there: it has ended.
  public static var fitbit: Provider { BuiltInEntry.provider("fitbit") }
  /// Flickr, by OAuth 1.0a.
  public static var flickr: Provider { BuiltInEntry.provider("flickr") }
  /// Fortnox: accounting in Sweden.
  public static var fortnox: Provider { BuiltInEntry.provider("fortnox") }
  /// Foursquare, by its API v2: places, and who was there.
  public static var foursquare: Provider { BuiltInEntry.provider("foursquare") }
  /// FranceConnect, the sign-in of the French state.
  public static var franceconnect: Provider { BuiltInEntry.provider("franceconnect") }
  /// FreeAgent: accounting.
  public static var freeagent: ProviderTemplate { BuiltInEntry.template("freeagent") }
  /// Freelancer.com.
  public static var freelancer: Provider { BuiltInEntry.provider("freelancer") }
  /// FreshBooks.
  public static var freshbooks: Provider { BuiltInEntry.provider("freshbooks") }
  /// Front: shared inboxes.
  public static var front: Provider { BuiltInEntry.provider("front") }
  /// Garmin Connect, by OAuth 1.0a, for apps that have it already.
  public static var garmin: Provider { BuiltInEntry.provider("garmin") }
  /// Garmin Connect, by OAuth 2.
  public static var garminOAuth2: Provider { BuiltInEntry.provider("garmin-oauth2") }
  /// Genius.
  public static var genius: Provider { BuiltInEntry.provider("genius") }
  /// GHE.com, GitHub Enterprise Cloud with data residency: an enterprise, as `ghe-com.octocorp`.
  public static var gheCom: ProviderTemplate { BuiltInEntry.template("ghe-com") }
  /// Gitea: gitea.com, or a server of your own as `gitea.git.example.com`.
  public static var gitea: ProviderTemplate { BuiltInEntry.template("gitea") }
  /// Gitee.
  public static var gitee: Provider { BuiltInEntry.provider("gitee") }
  /// GitHub, by an OAuth app.
  public static var github: Provider { BuiltInEntry.provider("github") }
  /// GitHub, by a GitHub App that acts for its users.
  public static var githubApp: Provider { BuiltInEntry.provider("github-app") }
  /// GitHub Enterprise Server: a server of your own, as `github-enterprise.github.example.com`.
  public static var githubEnterprise: ProviderTemplate { BuiltInEntry.template("github-enterprise") }
  /// GitLab: gitlab.com, or a server of your own as `gitlab.git.example.com`.
  public static var gitlab: ProviderTemplate { BuiltInEntry.template("gitlab") }
  /// Globus: the sign-in of research institutions and their data.
  public static var globus: Provider { BuiltInEntry.provider("globus") }
  /// GoCardless: an organization is connected to a partner's app.
  public static var gocardless: Provider { BuiltInEntry.provider("gocardless") }
  /// Goodreads, by OAuth 1.0, for apps that still have a key: books.
  public static var goodreads: Provider { BuiltInEntry.provider("goodreads") }
  /// Google, by OpenID Connect.
  public static var google: Provider { BuiltInEntry.provider("google") }
  /// Gumroad.
  public static var gumroad: Provider { BuiltInEntry.provider("gumroad") }
  /// Gusto: payroll, or its demo.
  public static var gusto: ProviderTemplate { BuiltInEntry.template("gusto") }
  /// Harvest: time and invoices.
  public static var harvest: Provider { BuiltInEntry.provider("harvest") }
  /// HeadHunter (hh.ru), jobs.
  public static var headhunter: Provider { BuiltInEntry.provider("headhunter") }
  /// Help Scout.
  public static var helpscout: Provider { BuiltInEntry.provider("helpscout") }
  /// Heroku.
  public static var heroku: Provider { BuiltInEntry.provider("heroku") }
  /// Hootsuite: posts on social networks.
  public static var hootsuite: Provider { BuiltInEntry.provider("hootsuite") }
  /// HubSpot: customers and marketing.
  public static var hubspot: Provider { BuiltInEntry.provider("hubspot") }
  /// Hugging Face, by OpenID Connect.
  public static var huggingface: Provider { BuiltInEntry.provider("huggingface") }
  /// Imgur.
  public static var imgur: Provider { BuiltInEntry.provider("imgur") }
  /// Instagram, for professional accounts: "Instagram API with Instagram Login".
  public static var instagram: Provider { BuiltInEntry.provider("instagram") }
  /// Intercom: conversations with customers.
  public static var intercom: Provider { BuiltInEntry.provider("intercom") }
  /// Kakao Login.
  public static var kakao: Provider { BuiltInEntry.provider("kakao") }
  /// Keap, formerly Infusionsoft: customers and marketing.
  public static var keap: Provider { BuiltInEntry.provider("keap") }
  /// Keycloak: each realm of each server is an issuer of its own, `keycloak.login.example.com.master`.
  public static var keycloak: ProviderTemplate { BuiltInEntry.template("keycloak") }
  /// Kick, the site for live streams.
  public static var kick: Provider { BuiltInEntry.provider("kick") }
  /// Klaviyo: email and messages for shops.
  public static var klaviyo: Provider { BuiltInEntry.provider("klaviyo") }
  /// KOOK, voice and text chat in communities.
  public static var kook: Provider { BuiltInEntry.provider("kook") }
  /// Lark, in China Feishu: offices, chats and documents.
  public static var lark: ProviderTemplate { BuiltInEntry.template("lark") }
  /// Lichess, where clients are not registered: any id will do.
  public static var lichess: Provider { BuiltInEntry.provider("lichess") }
  /// LINE Login.
  public static var line: Provider { BuiltInEntry.provider("line") }
  /// Linear.
  public static var linear: Provider { BuiltInEntry.provider("linear") }
  /// LinkedIn, by the product "Sign In with LinkedIn using OpenID Connect".
  public static var linkedin: Provider { BuiltInEntry.provider("linkedin") }
  /// Linode, the cloud of Akamai.
  public static var linode: Provider { BuiltInEntry.provider("linode") }
  /// LiveChat, of Text: conversations with customers.
  public static var livechat: Provider { BuiltInEntry.provider("livechat") }
  /// Login.gov, the sign-in of the government of the United States.
  public static var loginGov: Provider { BuiltInEntry.provider("login-gov") }
  /// Mailchimp.
  public static var mailchimp: Provider { BuiltInEntry.provider("mailchimp") }
  /// Mail.ru.
  public static var mailru: Provider { BuiltInEntry.provider("mailru") }
  /// Mastodon: each server is a provider of its own.
  public static var mastodon: ProviderTemplate { BuiltInEntry.template("mastodon") }
  /// The wikis of Wikimedia, by OAuth 1.0a as MediaWiki speaks it.
  public static var mediawiki: Provider { BuiltInEntry.provider("mediawiki") }
  /// Meetup, whose API is GraphQL.
  public static var meetup: Provider { BuiltInEntry.provider("meetup") }
  /// Mercado Libre, the market of Latin America.
  public static var mercadolibre: Provider { BuiltInEntry.provider("mercadolibre") }
  /// Mercado Pago, payments in Latin America.
  public static var mercadopago: Provider { BuiltInEntry.provider("mercadopago") }
  /// Microsoft accounts, of work, school and home; `microsoft.TENANT` is for those of one tenant.
  public static var microsoft: ProviderTemplate { BuiltInEntry.template("microsoft") }
  /// Miro: boards for drawing together.
  public static var miro: Provider { BuiltInEntry.provider("miro") }
  /// Mixcloud.
  public static var mixcloud: Provider { BuiltInEntry.provider("mixcloud") }
  /// Mollie: payments of shops; an organization signs in.
  public static var mollie: Provider { BuiltInEntry.provider("mollie") }
  /// monday.com.
  public static var monday: Provider { BuiltInEntry.provider("monday") }
  /// Monzo, a bank of the United Kingdom.
  public static var monzo: Provider { BuiltInEntry.provider("monzo") }
  /// MusicBrainz.
  public static var musicBrainz: Provider { BuiltInEntry.provider("musicbrainz") }
  /// MyAnimeList: what people watch and read.
  public static var myanimelist: Provider { BuiltInEntry.provider("myanimelist") }
  /// MYOB Business: accounting in Australia and New Zealand.
  public static var myob: Provider { BuiltInEntry.provider("myob") }
  /// NationBuilder: each nation has a service of its own, as `nationbuilder.acme`.
  public static var nationbuilder: ProviderTemplate { BuiltInEntry.template("nationbuilder") }
  /// Naver Login.
  public static var naver: Provider { BuiltInEntry.provider("naver") }
  /// Netlify.
  public static var netlify: Provider { BuiltInEntry.provider("netlify") }
  /// Oracle NetSuite: each account has hosts of its own.
  public static var netsuite: ProviderTemplate { BuiltInEntry.template("netsuite") }
  /// Nextcloud, on a host of one's own.
  public static var nextcloud: ProviderTemplate { BuiltInEntry.template("nextcloud") }
  /// Nightbot.
  public static var nightbot: Provider { BuiltInEntry.provider("nightbot") }
  /// Notion, by a public connection.
  public static var notion: Provider { BuiltInEntry.provider("notion") }
  /// Odnoklassniki, the social network at ok.ru.
  public static var odnoklassniki: Provider { BuiltInEntry.provider("odnoklassniki") }
  /// Okta: each organization is an issuer of its own.
  public static var okta: ProviderTemplate { BuiltInEntry.template("okta") }
  /// OneLogin: each account is an issuer of its own.
  public static var onelogin: ProviderTemplate { BuiltInEntry.template("onelogin") }
  /// Onshape: drawings of parts and assemblies.
  public static var onshape: Provider { BuiltInEntry.provider("onshape") }
  /// OpenStreetMap.
  public static var openstreetmap: Provider { BuiltInEntry.provider("openstreetmap") }
  /// Optimizely Web Experimentation.
  public static var optimizely: Provider { BuiltInEntry.provider("optimizely") }
  /// ORCID, the register of researchers.
  public static var orcid: Provider { BuiltInEntry.provider("orcid") }
  /// osu!
  public static var osu: Provider { BuiltInEntry.provider("osu") }
  /// Oura.
  public static var oura: Provider { BuiltInEntry.provider("oura") }
  /// Outreach: software for sales.
  public static var outreach: Provider { BuiltInEntry.provider("outreach") }
  /// PagerDuty, for apps with scoped OAuth.
  public static var pagerduty: Provider { BuiltInEntry.provider("pagerduty") }
  /// PandaDoc: documents to sign.
  public static var pandadoc: Provider { BuiltInEntry.provider("pandadoc") }
  /// Patreon, by version 2 of its API.
  public static var patreon: Provider { BuiltInEntry.provider("patreon") }
  /// Log in with PayPal, or with its sandbox.
  public static var paypal: ProviderTemplate { BuiltInEntry.template("paypal") }
  /// Pinterest, by version 5 of its API.
  public static var pinterest: Provider { BuiltInEntry.provider("pinterest") }
  /// Pipedrive.
  public static var pipedrive: Provider { BuiltInEntry.provider("pipedrive") }
  /// Planning Center: churches and their people.
  public static var planningCenter: Provider { BuiltInEntry.provider("planning-center") }
  /// Plurk, by OAuth 1.0a.
  public static var plurk: Provider { BuiltInEntry.provider("plurk") }
  /// Podio.
  public static var podio: Provider { BuiltInEntry.provider("podio") }
  /// Polar Flow, the watches of Polar, by AccessLink.
  public static var polarFlow: Provider { BuiltInEntry.provider("polar-flow") }
  /// Polar: payments for software, at polar.sh.
  public static var polarSh: Provider { BuiltInEntry.provider("polar-sh") }
  /// Procore: construction projects; or its development sandbox.
  public static var procore: ProviderTemplate { BuiltInEntry.template("procore") }
  /// Product Hunt.
  public static var producthunt: Provider { BuiltInEntry.provider("producthunt") }
  /// Qiita: articles for programmers.
  public static var qiita: Provider { BuiltInEntry.provider("qiita") }
  /// QQ Connect of Tencent.
  public static var qq: Provider { BuiltInEntry.provider("qq") }
  /// Intuit QuickBooks: accounting, or its sandbox.
  public static var quickbooks: ProviderTemplate { BuiltInEntry.template("quickbooks") }
  /// Raindrop.io: bookmarks.
  public static var raindrop: Provider { BuiltInEntry.provider("raindrop") }
  /// Ramp: company cards and expenses.
  public static var ramp: Provider { BuiltInEntry.provider("ramp") }
  /// Ravelry: knitting and crochet.
  public static var ravelry: Provider { BuiltInEntry.provider("ravelry") }
  /// Reddit.
  public static var reddit: Provider { BuiltInEntry.provider("reddit") }
  /// RingCentral: calls and messages.
  public static var ringcentral: Provider { BuiltInEntry.provider("ringcentral") }
  /// Riot Games, by Riot Sign On.
  public static var riotGames: ProviderTemplate { BuiltInEntry.template("riot-games") }
  /// Roblox, by OpenID Connect.
  public static var roblox: Provider { BuiltInEntry.provider("roblox") }
  /// Sage Business Cloud Accounting.
  public static var sage: Provider { BuiltInEntry.provider("sage") }
  /// Salesforce: `login` for organizations, `test` for sandboxes, or the host of an organization that
  /// forbids both.
  public static var salesforce: ProviderTemplate { BuiltInEntry.template("salesforce") }
  /// Salesloft: sales teams.
  public static var salesloft: Provider { BuiltInEntry.provider("salesloft") }
  /// Charles Schwab, by the Trader API.
  public static var schwab: Provider { BuiltInEntry.provider("schwab") }
  /// Sentry.
  public static var sentry: Provider { BuiltInEntry.provider("sentry") }
  /// ServiceNow: each customer has an instance.
  public static var servicenow: ProviderTemplate { BuiltInEntry.template("servicenow") }
  /// Seznam, the Czech portal.
  public static var seznam: Provider { BuiltInEntry.provider("seznam") }
  /// A shop of Shopify.
  public static var shopify: ProviderTemplate { BuiltInEntry.template("shopify") }
  /// SimpleLogin: email aliases.
  public static var simplelogin: Provider { BuiltInEntry.provider("simplelogin") }
  /// Sketchfab: models in three dimensions.
  public static var sketchfab: Provider { BuiltInEntry.provider("sketchfab") }
  /// Slack, for what an app with a secret may do in a user's name.
  public static var slack: Provider { BuiltInEntry.provider("slack") }
  /// Slack, for what an app may do as a bot of its own.
  public static var slackBot: Provider { BuiltInEntry.provider("slack-bot") }
  /// Slack, by classic apps and the scopes `identity.*`.
  public static var slackLegacy: Provider { BuiltInEntry.provider("slack-legacy") }
  /// Sign in with Slack, by OpenID Connect.
  public static var slackOidc: Provider { BuiltInEntry.provider("slack-oidc") }
  /// Slack, for what an app without a secret may do in a user's name.
  public static var slackPkce: Provider { BuiltInEntry.provider("slack-pkce") }
  /// Smartsheet.
  public static var smartsheet: Provider { BuiltInEntry.provider("smartsheet") }
  /// SmugMug, by OAuth 1.0a: photographs.
  public static var smugmug: Provider { BuiltInEntry.provider("smugmug") }
  /// Snapchat, by Login Kit.
  public static var snapchat: Provider { BuiltInEntry.provider("snapchat") }
  /// SoundCloud.
  public static var soundCloud: Provider { BuiltInEntry.provider("soundcloud") }
  /// Splitwise, shared expenses.
  public static var splitwise: Provider { BuiltInEntry.provider("splitwise") }
  /// Spotify.
  public static var spotify: Provider { BuiltInEntry.provider("spotify") }
  /// Square, the accounts of sellers, or its sandbox.
  public static var square: ProviderTemplate { BuiltInEntry.template("square") }
  /// Squarespace, for its commerce APIs.
  public static var squarespace: Provider { BuiltInEntry.provider("squarespace") }
  /// Stack Exchange, with Stack Overflow.
  public static var stackExchange: Provider { BuiltInEntry.provider("stackexchange") }
  /// start.gg: tournaments; its API is GraphQL.
  public static var startGg: Provider { BuiltInEntry.provider("start-gg") }
  /// StockTwits, talk about shares, for apps that are registered already.
  public static var stocktwits: Provider { BuiltInEntry.provider("stocktwits") }
  /// Strava: sports activities.
  public static var strava: Provider { BuiltInEntry.provider("strava") }
  /// Streamlabs, by version 2 of its API.
  public static var streamlabs: Provider { BuiltInEntry.provider("streamlabs") }
  /// Stripe Connect: a Stripe account is connected to a platform.
  public static var stripe: Provider { BuiltInEntry.provider("stripe") }
  /// SuperOffice, customers and sales, by its cloud.
  public static var superoffice: ProviderTemplate { BuiltInEntry.template("superoffice") }
  /// SurveyMonkey.
  public static var surveyMonkey: Provider { BuiltInEntry.provider("surveymonkey") }
  /// Taobao.
  public static var taobao: Provider { BuiltInEntry.provider("taobao") }
  /// Teamleader Focus: customers, deals and invoices.
  public static var teamleader: Provider { BuiltInEntry.provider("teamleader") }
  /// Log In With Telegram, by OpenID Connect.
  public static var telegram: Provider { BuiltInEntry.provider("telegram") }
  /// Threads.
  public static var threads: Provider { BuiltInEntry.provider("threads") }
  /// TickTick: tasks and habits.
  public static var ticktick: Provider { BuiltInEntry.provider("ticktick") }
  /// TIDAL.
  public static var tidal: Provider { BuiltInEntry.provider("tidal") }
  /// TikTok, by Login Kit for Desktop.
  public static var tiktok: Provider { BuiltInEntry.provider("tiktok") }
  /// TikTok for Business: the Marketing API.
  public static var tiktokAds: Provider { BuiltInEntry.provider("tiktok-ads") }
  /// TikTok, by Login Kit for the web.
  public static var tiktokWeb: Provider { BuiltInEntry.provider("tiktok-web") }
  /// Tiltify: fundraising.
  public static var tiltify: Provider { BuiltInEntry.provider("tiltify") }
  /// Todoist.
  public static var todoist: Provider { BuiltInEntry.provider("todoist") }
  /// Trakt, the list of what people watch.
  public static var trakt: Provider { BuiltInEntry.provider("trakt") }
  /// Trello, by OAuth 1.0a.
  public static var trello: Provider { BuiltInEntry.provider("trello") }
  /// TripIt, by OAuth 1.0: travel plans.
  public static var tripit: Provider { BuiltInEntry.provider("tripit") }
  /// Tumblr, by OAuth 2.
  public static var tumblr: Provider { BuiltInEntry.provider("tumblr") }
  /// Tumblr, by OAuth 1.0a.
  public static var tumblrOAuth1: Provider { BuiltInEntry.provider("tumblr-oauth1") }
  /// Twitch.
  public static var twitch: Provider { BuiltInEntry.provider("twitch") }
  /// Twitter, now X, by OAuth 1.0a.
  public static var twitter: Provider { BuiltInEntry.provider("twitter") }
  /// Typeform: forms.
  public static var typeform: Provider { BuiltInEntry.provider("typeform") }
  /// Uber.
  public static var uber: Provider { BuiltInEntry.provider("uber") }
  /// Unsplash.
  public static var unsplash: Provider { BuiltInEntry.provider("unsplash") }
  /// Untappd, which takes no new applications at present.
  public static var untappd: Provider { BuiltInEntry.provider("untappd") }
  /// Upwork: freelance work.
  public static var upwork: Provider { BuiltInEntry.provider("upwork") }
  /// Vercel, by OpenID Connect.
  public static var vercel: Provider { BuiltInEntry.provider("vercel") }
  /// Vimeo.
  public static var vimeo: Provider { BuiltInEntry.provider("vimeo") }
  /// Vipps MobilePay Login.
  public static var vipps: Provider { BuiltInEntry.provider("vipps") }
  /// VK, the social network at vk.com, by the older of its two ways.
  public static var vk: Provider { BuiltInEntry.provider("vk") }
  /// VK ID, the sign-in of VK for new apps.
  public static var vkId: Provider { BuiltInEntry.provider("vk-id") }
  /// Wahoo Fitness: sports activities.
  public static var wahoo: Provider { BuiltInEntry.provider("wahoo") }
  /// WakaTime: how long one programs.
  public static var wakatime: Provider { BuiltInEntry.provider("wakatime") }
  /// Wave, accounting for small businesses, whose API is GraphQL.
  public static var wave: Provider { BuiltInEntry.provider("wave") }
  /// Webex by Cisco: meetings and messages.
  public static var webex: Provider { BuiltInEntry.provider("webex") }
  /// Webflow: websites.
  public static var webflow: Provider { BuiltInEntry.provider("webflow") }
  /// WeChat, for websites: the user scans a code.
  public static var wechat: Provider { BuiltInEntry.provider("wechat") }
  /// Weibo of Sina.
  public static var weibo: Provider { BuiltInEntry.provider("weibo") }
  /// WHOOP.
  public static var whoop: Provider { BuiltInEntry.provider("whoop") }
  /// The wikis of Wikimedia, by OAuth 2; `mediawiki` is the same by OAuth 1.0a.
  public static var wikimedia: Provider { BuiltInEntry.provider("wikimedia") }
  /// Withings: health data.
  public static var withings: Provider { BuiltInEntry.provider("withings") }
  /// WordPress.com, and the sites that are connected to it.
  public static var wordpress: Provider { BuiltInEntry.provider("wordpress") }
  /// WorkOS AuthKit: the users of an app that signs people in by WorkOS.
  public static var workos: Provider { BuiltInEntry.provider("workos") }
  /// Wrike: tasks and projects of teams.
  public static var wrike: Provider { BuiltInEntry.provider("wrike") }
  /// X, formerly Twitter, by OAuth 2.
  public static var x: Provider { BuiltInEntry.provider("x") }
  /// Xero: accounting.
  public static var xero: Provider { BuiltInEntry.provider("xero") }
  /// XING, by OAuth 1.0a, for tokens that are there: its public API has ended.
  public static var xing: Provider { BuiltInEntry.provider("xing") }
  /// Yahoo, by OpenID Connect.
  public static var yahoo: Provider { BuiltInEntry.provider("yahoo") }
  /// Yahoo! JAPAN, which is not Yahoo.
  public static var yahooJapan: Provider { BuiltInEntry.provider("yahoo-japan") }
  /// Yandex ID.
  public static var yandex: Provider { BuiltInEntry.provider("yandex") }
  /// YNAB: budgets.
  public static var ynab: Provider { BuiltInEntry.provider("ynab") }
  /// Zatar, a service for devices that has ended; its protocol lives on in the playground.
  public static var zatar: Provider { BuiltInEntry.provider("zatar") }
  /// Zendesk: each customer has a subdomain.
  public static var zendesk: ProviderTemplate { BuiltInEntry.template("zendesk") }
  /// ZITADEL Cloud: each instance is an issuer of its own.
  public static var zitadel: ProviderTemplate { BuiltInEntry.template("zitadel") }
  /// Zoho, in the data centre of the user.
  public static var zoho: ProviderTemplate { BuiltInEntry.template("zoho") }
  /// Zoom.
  public static var zoom: Provider { BuiltInEntry.provider("zoom") }
  /// Zotero, by OAuth 1.0a: references.
  public static var zotero: Provider { BuiltInEntry.provider("zotero") }
}
