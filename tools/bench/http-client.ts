/** Posts JSON and returns the parsed answer; anything but 2xx ends the run with what the service said. */
export async function post<Answer>(url: string, body: unknown): Promise<Answer> {
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Answer;
}
