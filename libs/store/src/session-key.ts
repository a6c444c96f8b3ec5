/** Key of a session across namespaces: equal ids in two namespaces are two sessions. */
export function sessionKeyOf(namespace: string, sessionId: string): string {
  return JSON.stringify([namespace, sessionId]);
}
