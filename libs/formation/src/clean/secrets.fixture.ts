import { ALPHANUMERIC, BASE64, DIGITS, HEX, LOWER, UPPER, URL_SAFE, seededText } from "./seeded-random.fixture.ts";

type Random = ReturnType<typeof seededText>;

/** What a person might write, and the part that must not be kept. */
export interface SecretCase {
  name: string;
  text: string;
  secret: string;
}

/** Prefixes are written in two pieces, so that scanners of this repository find nothing to report. */
const BARE: Record<string, (random: Random) => string> = {
  "anthropic api": (random) => `${"sk-"}ant-api03-${random(URL_SAFE, 93)}AA`,
  "anthropic admin": (random) => `${"sk-"}ant-admin01-${random(URL_SAFE, 93)}AA`,
  "anthropic oauth": (random) => `${"sk-"}ant-oat01-${random(URL_SAFE, 80)}`,
  "openai old": (random) => `${"sk-"}${random(ALPHANUMERIC, 20)}T3Blbk${"FJ"}${random(ALPHANUMERIC, 19)}7`,
  "openai project": (random) => `${"sk-"}proj-${random(URL_SAFE, 74)}T3Blbk${"FJ"}${random(URL_SAFE, 74)}`,
  "openai project, short": (random) => `${"sk-"}proj-${random(ALPHANUMERIC, 48)}`,
  "openai service account": (random) => `${"sk-"}svcacct-${random(URL_SAFE, 60)}`,
  openrouter: (random) => `${"sk-"}or-v1-${random(HEX, 64)}`,
  "github classic": (random) => `${"gh"}p_${random(ALPHANUMERIC, 36)}`,
  "github oauth": (random) => `${"gh"}o_${random(ALPHANUMERIC, 36)}`,
  "github server": (random) => `${"gh"}s_${random(ALPHANUMERIC, 36)}`,
  "github fine-grained": (random) => `${"github"}_pat_${random(ALPHANUMERIC, 22)}_${random(ALPHANUMERIC, 59)}`,
  gitlab: (random) => `${"gl"}pat-${random(URL_SAFE, 20)}`,
  "gitlab runner": (random) => `${"gl"}rt-${random(URL_SAFE, 20)}`,
  "aws key id": (random) => `${"AK"}IA${random(UPPER + "234567", 16)}`,
  "aws temporary key id": (random) => `${"AS"}IA${random(UPPER + "234567", 16)}`,
  "slack bot": (random) => `${"xo"}xb-${random(DIGITS, 12)}-${random(DIGITS, 12)}-${random(ALPHANUMERIC, 24)}`,
  "slack user": (random) => `${"xo"}xp-${random(DIGITS, 12)}-${random(DIGITS, 12)}-${random(HEX, 32)}`,
  "slack app": (random) => `${"xa"}pp-1-${random(UPPER, 11)}-${random(DIGITS, 13)}-${random(HEX, 64)}`,
  "slack webhook": (random) => `https://hooks.${"slack"}.com/services/T${random(UPPER, 8)}/B${random(UPPER, 8)}/${random(ALPHANUMERIC, 24)}`,
  "discord webhook": (random) => `https://discord.com/api/${"webhooks"}/${random(DIGITS, 18)}/${random(URL_SAFE, 68)}`,
  "discord bot": (random) => `M${random(ALPHANUMERIC, 23)}.${random(ALPHANUMERIC, 6)}.${random(URL_SAFE, 38)}`,
  "google api": (random) => `${"AI"}za${random(URL_SAFE, 35)}`,
  "google access": (random) => `${"ya"}29.a0${random(URL_SAFE, 120)}`,
  "google client secret": (random) => `${"GOC"}SPX-${random(URL_SAFE, 28)}`,
  "stripe live": (random) => `${"sk"}_live_${random(ALPHANUMERIC, 24)}`,
  "stripe restricted": (random) => `${"rk"}_live_${random(ALPHANUMERIC, 24)}`,
  "stripe test": (random) => `${"sk"}_test_${random(ALPHANUMERIC, 99)}`,
  "stripe webhook": (random) => `${"wh"}sec_${random(ALPHANUMERIC, 32)}`,
  jwt: (random) => `${"ey"}J${random(URL_SAFE, 33)}.${"ey"}J${random(URL_SAFE, 70)}.${random(URL_SAFE, 43)}`,
  npm: (random) => `${"np"}m_${random(ALPHANUMERIC, 36)}`,
  pypi: (random) => `${"py"}pi-AgEIcHlwaS5vcmc${random(URL_SAFE, 90)}`,
  "hugging face": (random) => `${"h"}f_${random(LOWER + UPPER, 34)}`,
  sendgrid: (random) => `${"S"}G.${random(URL_SAFE, 22)}.${random(URL_SAFE, 43)}`,
  "twilio key": (random) => `${"S"}K${random(HEX, 32)}`,
  "telegram bot": (random) => `${random("123456789", 10)}:${"A"}A${random(URL_SAFE, 33)}`,
  mailgun: (random) => `${"ke"}y-${random(HEX, 32)}`,
  mailchimp: (random) => `${random(HEX, 32)}-${"u"}s14`,
  digitalocean: (random) => `${"do"}p_v1_${random(HEX, 64)}`,
  age: (random) => `${"AGE"}-SECRET-KEY-1${random(UPPER + DIGITS, 58)}`,
  shopify: (random) => `${"shp"}at_${random(HEX, 32)}`,
  grafana: (random) => `${"gl"}sa_${random(ALPHANUMERIC, 32)}_${random(HEX, 8)}`,
  groq: (random) => `${"gs"}k_${random(ALPHANUMERIC, 52)}`,
  linear: (random) => `${"lin"}_api_${random(ALPHANUMERIC, 40)}`,
  vault: (random) => `${"hv"}s.${random(URL_SAFE, 95)}`,
  databricks: (random) => `${"da"}pi${random(HEX, 32)}`,
  docker: (random) => `${"dckr"}_pat_${random(URL_SAFE, 27)}`,
  figma: (random) => `${"fi"}gd_${random(URL_SAFE, 43)}`,
};

const CARRIERS = [
  (secret: string) => `Here it is: ${secret}`,
  (secret: string) => `use ${secret}, then try again.`,
  (secret: string) => `{"value":"${secret}","other":1}`,
];

const PASSWORDS = ["hunter2", "S3cret!", "Sunny-Day-77", "p@ssw0rd", "1q2w3e4r5t", "correct-horse-battery-staple", "Ünïcode99", "letmein"];

const PASSWORD_CARRIERS: Record<string, (password: string) => string> = {
  "prose": (password) => `by the way, my password is ${password}.`,
  "prose for": (password) => `The password for the router is ${password}`,
  "prose set": (password) => `please set the passphrase to ${password} and tell Ben`,
  "equals": (password) => `password = ${password}`,
  "colon": (password) => `passwd: ${password}`,
  "json": (password) => `{"user":"anna","password":"${password}"}`,
  "escaped json": (password) => String.raw`{\"password\": \"${password}\"}`,
  "environment": (password) => `export DB_PASSWORD=${password}`,
  "flag": (password) => `mysql --password ${password} app`,
  "pass": (password) => `user: anna, pass: ${password}`,
  "mysql": (password) => `mysql -u root -p${password} app`,
  "sshpass": (password) => `sshpass -p ${password} ssh anna@example.com`,
  "url": (password) => `postgres://anna:${password.replace("@", "a")}@db.example.com:5432/app`,
};

const ASSIGNED: Record<string, (value: string) => string> = {
  "api_key": (value) => `api_key: ${value}`,
  "API key in JSON": (value) => `{"apiKey": "${value}"}`,
  "token": (value) => `token=${value}`,
  "secret": (value) => `secret=${value}`,
  "client secret": (value) => `client_secret = "${value}"`,
  "access token in prose": (value) => `the access token is ${value}`,
  "aws secret": (value) => `aws_secret_access_key = ${value}`,
  "aws secret in JSON": (value) => `"SecretAccessKey": "${value}"`,
  "npmrc": (value) => `//registry.example.com/:_authToken=${value}`,
  "header": (value) => `x-api-key: ${value}`,
  "bearer": (value) => `curl -H "Authorization: Bearer ${value}" https://api.example.com`,
  "basic": (value) => `Authorization: Basic ${value}`,
  "azure": (value) => `AccountName=x;AccountKey=${value}${"aB3+".repeat(11)}==`,
  "twilio": (value) => `TWILIO_AUTH_TOKEN=${value}`,
  "long, in quotes": (value) => `aws_session_token="${value.repeat(20)}"`,
  "short, in prose": (value) => `my token is ${value.slice(0, 14)}77`,
  "flag": (value) => `deploy --api-key ${value} --yes`,
};

function privateKeys(random: Random): SecretCase[] {
  const body = Array.from({ length: 6 }, () => random(BASE64, 64));
  const key = (label: string) => ({ begin: `-----${"BEGIN"} ${label}-----`, end: `-----${"END"} ${label}-----` });
  const secret = body[2]!;
  const labels = ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK"];
  const whole = labels.map((label) => ({ name: label, text: `this one:\n${key(label).begin}\n${body.join("\n")}\n${key(label).end}\nthanks`, secret }));
  const { begin, end } = key("PRIVATE KEY");
  return [
    ...whole,
    { name: "key in JSON", text: `{"type":"service_account","private_key":"${begin}\\n${body.join("\\n")}\\n${end}\\n"}`, secret },
    { name: "key without its end", text: `${begin}\n${body.join("\n")}`, secret },
    { name: "key without its beginning", text: `${body.join("\n")}\n${end}\nthat was it`, secret },
  ];
}

/** At least 120 synthetic secrets, the same in every run. */
export function secretCases(): SecretCase[] {
  const random = seededText(20_260_514);
  const bare = Object.entries(BARE).flatMap(([name, make]) =>
    CARRIERS.map((carrier) => {
      const secret = make(random);
      return { name, text: carrier(secret), secret };
    }),
  );
  const passwords = Object.entries(PASSWORD_CARRIERS).flatMap(([name, carrier]) =>
    PASSWORDS.map((secret) => ({ name: `password, ${name}`, text: carrier(secret), secret: name === "url" ? secret.replace("@", "a") : secret })),
  );
  const assigned = Object.entries(ASSIGNED).flatMap(([name, carrier]) =>
    [random(HEX, 32), random(ALPHANUMERIC, 40)].map((value) => ({ name: `value, ${name}`, text: carrier(value), secret: value.slice(0, 14) })),
  );
  const awsSecret = random(BASE64, 39) + "a";
  const pair = { name: "aws secret beside its id", text: `${"AK"}IA${random(UPPER, 16)}\n${awsSecret}`, secret: awsSecret };
  return [...bare, ...passwords, ...assigned, ...privateKeys(random), pair];
}
