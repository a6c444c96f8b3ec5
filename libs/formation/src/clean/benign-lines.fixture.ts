/** Ordinary chat, written by hand: nothing in it is a secret, an injected block or machinery, though much of it sounds like it. */
export const BENIGN_LINES: readonly string[] = String.raw`
I forgot my password again and had to reset it twice.
The token ring network in our old office ran at 16 Mbit/s.
My doctor listened to my heartbeat and said it was fine.
Heartbeat of the city, that is what the guide called the market.
How do I read the heartbeat of my cluster nodes?
The heartbeat interval is 30 seconds by default.
HEARTBEAT.md is an odd name for a file, isn't it?
Can you explain what HEARTBEAT_OK means in the logs? My agent prints it all day and I would rather it did not, because it makes the log hard to read when I look for the one line that matters, which is usually an error about the disk or the network.
What does NO_REPLY stand for?
My agent answers NO_REPLY when it has nothing to say.
I set up a cron job that waters the plants.
cron is easier than systemd timers if you ask me
The cron expression 0 3 * * * means three at night.
We should run the backup from cron and mail the result.
Look at this log: [cron] job finished in 3 s
The system is slow today.
System: please restart your computer, it said, so I did.
My nervous system needs a holiday.
The solar system has eight planets, sadly.
What is a system prompt?
I live on a private road behind the church.
That is private, but I can tell you anyway.
She is a private person and hates parties.
Private equity bought the bakery.
The field is declared private in the class.
Use #private fields instead of underscores.
The private school costs 900 euros a month.
My secret for a good soup is a bay leaf.
The secret is out: we are getting married!
It is no secret that I dislike mornings.
Secret Santa is on the 19th, I drew Tom.
The secretary called about the form.
Who has the key to the shed?
The key to success is sleep.
The key point is that we leave early.
Press any key to continue, and which one is that?
I lost my keys on the beach.
The Florida Keys were lovely in March.
Key West is 160 miles from Miami.
C sharp minor is my favourite key.
He gave me a token of his appreciation.
A token is about four characters of English text.
The context window is 200000 tokens.
max_tokens: 4096
temperature: 0.7
The parser reads one token at a time.
const token = lexer.next();
let token: string | null = null;
if (token === undefined) return;
function login(user: string, password: string): Promise<void> {}
password: string;
token: Token;
apiKey?: string
"password": null,
"token": "",
password: required
Password: optional
api_key: <your api key>
export OPENAI_API_KEY=$MY_KEY
API_KEY=${"${API_KEY}"}
password = getpass.getpass()
secret = os.environ["SECRET"]
token = request.headers.get("x-token")
auth_token = response.json()["token"]
const password = form.password.value;
const { token, secret } = config;
password=None
secret_key = settings.SECRET_KEY
The password must have at least 12 characters.
The password is wrong, I tried three times.
The password is too short.
My password is longer than yours.
My password is ridiculous.
Your password has expired.
The password policy says 90 days.
Is the password case-sensitive?
password manager recommendations?
I use a password manager for everything.
Reset password link does not work.
Change your password every year, they say.
The password field should be hidden.
The wifi password is on the fridge.
The token is worth 5000 dollars now.
The token expired after 3600 seconds.
The token is invalid, log in again.
The api key is missing in the config.
The api key is read from the environment.
We rotate the api keys each quarter.
The passphrase is something only my grandmother would know.
She passed the exam with 98 points.
pass: 17, fail: 3
Tests: 212 passed, 4 skipped
Passengers must keep their boarding pass.
A mountain pass at 2,300 metres.
Pass me the salt, please.
compass: north-west
bypass: the A9 near Perth
PWD=/home/anna/projects
pwd shows the current folder
The PIN of the microcontroller is number 13.
Pin this message, please.
9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
commit d676a14b0f5e2c1a9b8c7d6e5f4a3b2c1d0e9f8a
fixed in d676a14
sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
md5 is d41d8cd98f00b204e9800998ecf8427e
550e8400-e29b-41d4-a716-446655440000
request id 0193a7c4-7c1e-7b3a-9d2f-1a2b3c4d5e6f
npm i vitest@5.1.1
node v24.21.0, npm 11.4.2
lodash@4.17.21 integrity sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg==
IBAN DE89 3704 0044 0532 0130 00
GB29NWBK60161331926819
Invoice 2024-000831, due on 14 May
Order no. 302-9981234-5561122
Tracking: 1Z999AA10123456784
ISBN 978-3-16-148410-0
My phone number is +49 30 901820.
Call me at 555-0142 after six.
The coordinates are 52.5200, 13.4050.
192.168.178.1 is the router
fe80::1ff:fe23:4567:890a
00:1A:2B:3C:4D:5E
https://example.com/a/b?c=d&e=f#g
https://example.com:8443/path@v2/index.html
http://localhost:3000/users/42
ftp://ftp.example.org/pub/README
git@github.com:someone/something.git
ssh://git@example.com:2222/team/repo.git
postgres://localhost:5432/app
postgres://app@db:5432/app
mongodb://localhost:27017/test
mailto:anna@example.com
anna.meyer+list@example.co.uk
data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
<img src="cat.png" alt="a cat on a mat">
<div class="sk-loading-indicator-wrapper-large-screen">…</div>
.sk-folding-cube { width: 40px; }
sk-SK is the locale for Slovakia
ghp is short for something, but what?
The AKIA logo looks like IKEA.
xox, your sister
Hugs, xoxo
hf_hub_download("some/model", "config.json")
npm_config_registry is an environment variable
glpat tokens come from GitLab, right?
The bearer of this letter is my cousin.
Bearer authentication is described in RFC 6750.
Authorization: none
Basic authorization rules apply here.
Add an Authorization header with your own key.
SG is the code for Singapore.
eyJ is how a JWT starts, always.
JWTs have three parts separated by dots.
-----BEGIN CERTIFICATE----- is the first line of it
How do I make a PRIVATE KEY with openssl?
Put the text after -----BEGIN and before -----END.
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExampleExampleExampleExampleExampleEx anna@laptop
ssh-keygen -t ed25519 -C "anna"
The public key goes into authorized_keys.
primary key (id), foreign key (user_id)
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);
cache_key: user:42:profile
partition key = user_id
sort key: created_at
key: value
The keyboard has 87 keys.
row_key = f"{user}:{day}"
KeyError: 'name'
TypeError: Cannot read properties of undefined (reading 'token')
Error: invalid_token (401)
error code E11000 duplicate key
ENOENT: no such file or directory, open '/tmp/x.json'
Traceback (most recent call last):
  File "main.py", line 12, in <module>
at Object.<anonymous> (/app/src/index.js:10:15)
[INFO] Server started on port 8080
[2026-03-05 16:29] standup moved to ten
[Thu] gym, [Fri] dentist
[x] buy milk
- [ ] call the landlord
- [work] the review is on Monday
1. preheat the oven 2. chop the onions
| a | b |
## Long-Term Memories
## Notes on long-term memories in mice
**Summary:** we talk again next week
The <memory-cortex> package is on npm, I think.
Do you write memory-cortex with a hyphen?
relevant memories of my childhood: the lake, the boat
<b>bold</b> and <i>italic</i>
List<Private> is not a type
if (a < b && c > d) return;
x = [1, 2, 3]; y = {a: 1}
SELECT * FROM turns WHERE session = 'abc' LIMIT 10;
curl -s https://example.com/health | jq .
curl -X POST http://localhost:8300/ingest -d @turns.json
docker run --rm -it -p 8080:80 nginx:1.27
git commit -m "fix: the token bucket refills too fast"
git log --oneline | head -5
export PATH=$HOME/bin:$PATH
ls -la ~/.ssh
--token is a flag of the tool
--password-file points to a file
use --password-stdin instead
The flag --secret takes a name.
kubectl get secret my-secret -o yaml
kubectl create secret generic db --from-file=./db.txt
The secret: my-secret was not found in namespace default.
Terraform keeps the secret in its state, sadly.
Rate limiting uses a token bucket.
Staking tokens gives 4 % a year.
non-fungible tokens were a strange time
We need a new access key for the garage.
The access token lives for an hour.
The client secret belongs on the server.
Where do I find the webhook secret?
Never share your credentials with anyone.
credentials: include
credentials: "same-origin"
The session key is derived from the shared secret.
Diffie-Hellman gives both sides a shared secret.
2FA codes change every 30 seconds.
My code is 90 % comments.
Area code 030 is Berlin.
Postcode SW1A 1AA
Flight LH2034 leaves at 06:45 from gate B22.
Seat 14A, boarding 06:10.
Booking reference: ask me later.
Meet me at 10:30@the usual place
It is 3:45pm already.
The meeting is on 2026-05-14 at 14:00.
Between 2019 and 2023 I lived in Lyon.
It costs 1,299.99 EUR with VAT.
5 > 3 and 2 < 4
100% sure, 0% proof
a+b=c
E = mc^2
pi is 3.14159265358979
0xDEADBEEF
0b1010_1010
1e-9
#ff8800
rgba(12, 34, 56, .5)
~/projects/memory/README.md
C:\Users\Anna\Documents\tax.pdf
/etc/nginx/nginx.conf
node_modules/.bin/tsc
libs/formation/src/index.ts
snake_case_name_of_a_function_that_is_long
camelCaseNameOfAFunctionThatIsLong
SCREAMING_SNAKE_CASE_CONSTANT
kebab-case-name-of-a-component-that-is-long
com.example.service.impl.UserServiceImpl
#hashtag @mention
:) ;-) :D <3
ok
k
yes
no, thanks
lol
hmm…
Good morning!
Guten Morgen, wie geht es dir?
Mein Passwort habe ich vergessen.
Das Passwort ist falsch.
Das ist ein Geheimnis.
Ich wohne in der Nähe vom Bahnhof.
Der Schlüssel liegt unter der Matte.
J'ai oublié mon mot de passe.
Le secret est dans la sauce.
Mi contraseña no funciona.
¿Dónde está la llave?
La clave es la paciencia.
Ho dimenticato la password di nuovo.
Esqueci a senha outra vez.
Zapomniałem hasła.
Я забыл пароль.
パスワードを忘れました。
鍵はテーブルの上にあります。
我忘记密码了。
会议改到星期五下午三点。
비밀번호를 잊어버렸어요.
نسيت كلمة المرور.
שכחתי את הסיסמה.
ฉันลืมรหัสผ่าน
मैं पासवर्ड भूल गया।
👍
❤️🎉🚀
👩‍👩‍👧‍👦 on holiday
café, naïve, Zürich, Łódź
a̐éö̲
I moved to Berlin last week and I love the dog park near the river.
My sister Lena works as a nurse in Hamburg.
We adopted a cat called Miso.
I am allergic to peanuts.
Remind me to call the dentist on Friday.
The dentist moved my appointment from Tuesday to Friday.
Let's go with the blue tiles.
I never eat meat on Mondays.
Please don't send me mails after eight.
We decided to use SQLite for now.
My birthday is on the 3rd of June.
I drive an old Volvo.
I play the cello badly.
What was the name of that restaurant?
Could you summarise the last meeting?
Thanks, that helps a lot!
Sorry, I was in the shower.
The concert was amazing, we danced until two.
It rained for nine days in a row.
My flight got cancelled, so I took the train.
The plumber comes between eight and ten.
I finished the marathon in 4:12:35.
Grandma's recipe needs 250 g butter and 3 eggs.
He said "I never keep a secret" and laughed.
"password" is still the most common password.
Their slogan is "Your secret is safe".
Is "token" a countable noun?
'twas brillig, and the slithy toves
	indented with a tab
  two spaces before, two after  
ends with a colon:
...
---
***
>>> quoted reply
> I said that before
> and you did not listen
// a comment
/* another */
<!-- trigger: dentist, teeth -->
TODO: ask Ben about the boat
FIXME: off by one
N/A
null
undefined
NaN
true
42
The redacted report was 400 pages, all black.
[redacted] is what the file says, nothing else.
They wrote [CLASSIFIED] on the box as a joke.
[private] is what I call the folder.
Nomem sounds like an error of the kernel: ENOMEM.
The secretary's password book is pink, which is a bad idea.
We changed the API; see the changelog for 2.0.0-rc.1+build.5.
I have been thinking about what you said yesterday, and I believe you are right about the garden.
Our team uses Bearer, a tool that scans code.
The hooks of Slack and of Discord are similar.
Telegram bots are made with BotFather.
Stripe charges 1.4 % plus 25 cents.
I asked Twilio about SMS prices for Peru.
My AWS bill was 3.12 dollars.
GitHub was down for an hour.
OpenAI and Anthropic both have consoles for keys.
`.split("\n").filter((line) => line !== "");
