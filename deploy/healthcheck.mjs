// Whether the app of this container answers and can work: exit code 0 or 1, with one line of why. /readyz is public and holds no secrets.
const port = process.env["CORTEX_PORT"] ?? "8300";

try {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) });
  const { status, parts = {} } = await response.json();
  const ill = Object.entries(parts).filter(([, part]) => part.status !== "ok");
  console.log([status, ...ill.map(([name, part]) => `${name}: ${part.why ?? part.status}`)].join("; "));
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  console.log(`no answer on port ${port} (${error instanceof Error ? error.name : "unknown"})`);
  process.exitCode = 1;
}
