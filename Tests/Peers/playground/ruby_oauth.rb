# ruby-oauth signs in at the playground's OAuth 1.0a providers: by callback, by PIN, and with wrong secrets.
#
# Usage: ruby ruby_oauth.rb BASE_URL

require "json"
require "oauth"
require "open3"

BROWSER = File.join(__dir__, "../../EndToEnd/Scene/plain_browser.py")
CALLBACK = "http://127.0.0.1:45990/callback"
CONSUMER = ["playground-client", "playground-secret-that-is-not-real-at-all"]
TWITTER_CONSUMER = ["wayleave-demo-consumer", "playground-consumer-secret-not-real"]
# HTTP libraries encode some of these in ways of their own; RFC 5849 §3.6 has one way.
ODD = "Zoë & Łukasik=50%+~*!'() \u{1F600}"

# `who` and `user`: what is asked, and where the answer has the user. `form`: where a form is posted.
# `refused`: status and body for a wrong secret of the consumer, and for one of the token.
Row = Struct.new(:name, :consumer, :paths, :options, :page, :who, :user, :form, :refused, keyword_init: true)

ROWS = [
  Row.new(
    name: "twitter", consumer: TWITTER_CONSUMER, options: { http_method: :post }, page: {},
    paths: ["/oauth/request_token", "/oauth/authorize", "/oauth/access_token"],
    who: "/1.1/account/verify_credentials.json", user: ["id_str"], form: "/1.1/oauth/invalidate_token",
    refused: [[401, "Failed to validate oauth signature and token"],
              [401, '{"errors":[{"code":32,"message":"Could not authenticate you."}]}']]),
  Row.new(
    name: "flickr", consumer: CONSUMER, options: { http_method: :get }, page: { perms: "read" },
    paths: %w[request_token authorize access_token].map { "/entries/flickr/www.flickr.com/services/oauth/#{_1}" },
    who: "/entries/flickr/api.flickr.com/services/rest?method=flickr.test.login&format=json&nojsoncallback=1",
    user: ["user", "id"], form: "/entries/flickr/api.flickr.com/services/rest",
    refused: [[401, "oauth_problem=signature_invalid"],
              [200, '{"stat":"fail","code":96,"message":"Invalid signature"}']]),
  Row.new(
    name: "discogs", consumer: CONSUMER, options: { http_method: :get }, page: {},
    paths: %w[api.discogs.com/oauth/request_token www.discogs.com/oauth/authorize api.discogs.com/oauth/access_token]
      .map { "/entries/discogs/#{_1}" },
    who: "/entries/discogs/api.discogs.com/oauth/identity", user: ["id"],
    form: "/entries/discogs/api.discogs.com/lists",
    refused: [[401, "oauth_problem=signature_invalid"], [401, "oauth_problem=token_rejected"]]),
]

# The application at one provider.
class Application
  def initialize(row, base, secret = row.consumer[1])
    @row = row
    request, authorize, access = row.paths
    @consumer = OAuth::Consumer.new(
      row.consumer[0], secret,
      { site: base, request_token_path: request, authorize_path: authorize, access_token_path: access, **row.options })
  end

  def by_callback
    temporary = @consumer.get_request_token(oauth_callback: CALLBACK)
    callback = URI(allowed(temporary, "--hold"))
    answer = URI.decode_www_form(callback.query).to_h
    raise "the callback of another sign-in: #{callback}" unless answer["oauth_token"] == temporary.token
    temporary.get_access_token(oauth_verifier: answer["oauth_verifier"])
  end

  # Without a callback, ruby-oauth asks for a PIN.
  def by_pin
    temporary = @consumer.get_request_token
    temporary.get_access_token(oauth_verifier: allowed(temporary, "--show", "pin"))
  end

  def token(text, secret)
    OAuth::AccessToken.new(@consumer, text, secret)
  end

  private

  # What a browser shows at the end, after a person has allowed.
  def allowed(temporary, *options)
    words = %w[--fill username=zoe_lukasik --fill password=stone-stile --press allow --press sign-in]
    url = temporary.authorize_url(@row.page)
    shown, status = Open3.capture2e("python3", BROWSER, *words, *options, url)
    raise shown unless status.success?
    shown.strip
  end
end

# Counts what held, and prints what did not.
class Checks
  attr_reader :passed, :failed

  def initialize
    @passed = @failed = 0
  end

  def equal(sentence, seen, expected)
    return @passed += 1 if seen == expected
    @failed += 1
    puts "FAILED: #{sentence} #{seen.inspect}"
  end

  # Flickr also says what it signed, after the words that it always says.
  def refused(sentence, seen, expected)
    equal(sentence, [seen[0], seen[1][0, expected[1].length]], expected)
  end
end

def user(row, answer)
  JSON.parse(answer.body).dig(*row.user)
end

# Status and body of an answer, also where ruby-oauth raises for it.
def answer
  response = yield
  [response.code.to_i, response.body]
rescue OAuth::Unauthorized => error
  [error.request.code.to_i, error.request.body]
end

def with(url, pairs)
  url + (url.include?("?") ? "&" : "?") + URI.encode_www_form(pairs)
end

def scenario(checks, row, base)
  application = Application.new(row, base)
  token = application.by_callback
  id = user(row, token.get(row.who))
  checks.equal("#{row.name}: the user, by callback", id[/\d+/], "73003")
  checks.equal("#{row.name}: the user, by PIN", user(row, application.by_pin.get(row.who)), id)
  checks.equal("#{row.name}: unusual characters in the query", user(row, token.get(with(row.who, odd: ODD))), id)
  form = { "odd" => ODD, "method" => "flickr.test.login", "format" => "json", "nojsoncallback" => "1" }
  wrong = application.token(token.token, "wrong")
  stranger = Application.new(row, base, "wrong")
  checks.refused("#{row.name}: a wrong secret of the consumer", answer { stranger.by_callback }, row.refused[0])
  checks.refused("#{row.name}: a wrong secret of the token", answer { wrong.get(row.who) }, row.refused[1])
  checks.refused("#{row.name}: and with a form", answer { wrong.post(row.form, form) }, row.refused[1])
  status, body = answer { token.post(row.form, form) }
  checks.equal("#{row.name}: unusual characters in a form", [status, body[/73003|zoe_lukasik/].nil?], [200, false])
end

abort File.read(__FILE__)[/\A(#.*\n)+/] unless ARGV.length == 1
checks = Checks.new
ROWS.each do |row|
  scenario(checks, row, ARGV[0])
rescue StandardError => error
  checks.equal("#{row.name}: ends without an exception", "#{error.class}: #{error.message} #{error.backtrace[0]}", nil)
end
puts "#{checks.passed} passed, #{checks.failed} failed"
exit checks.failed.zero? && checks.passed.positive?
