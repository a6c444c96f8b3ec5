import { isPlaceholder } from "./placeholder.ts";

/** scheme://user:password@host. User and password end at the first slash or blank, so the bounds keep any text linear. */
const URL_PASSWORD = /(?<![A-Za-z0-9+.-])([a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@"'<>`]{0,256}:)([^\s/"'<>`]{1,256})(?=@[^\s@])/gi;

/** curl -u user:password; the command first as a whole, so that a long line is walked through once. */
const CURL = /\bcurl\b[^\n]*/g;
const CURL_USER = /(\s(?:-u|--user)[ =]?["']?[^\s:"']{1,128}:)([^\s"']{1,256})/g;

/** mysql -psecret, sshpass -p secret */
const MYSQL = /\b(?:mysql|mysqldump|mariadb|mariadb-dump|sshpass)\b[^\n]*/g;
const MYSQL_PASSWORD = /(\s-p["']?|^sshpass -p ["']?)([^\s"'-][^\s"']{3,255})/g;

/** Replaces the password in addresses and commands with credentials; scheme, user and host stay, they say what it was for. */
export function redactUrlPasswords(text: string): string {
  let result = text;
  if (result.includes("://")) result = result.replace(URL_PASSWORD, replacePassword);
  if (result.includes("curl")) result = result.replace(CURL, (command) => command.replace(CURL_USER, replacePassword));
  if (result.includes(" -p")) result = result.replace(MYSQL, (command) => command.replace(MYSQL_PASSWORD, replacePassword));
  return result;
}

const replacePassword = (whole: string, before: string, password: string): string =>
  isPlaceholder(password) ? whole : `${before}[redacted:url-password]`;
