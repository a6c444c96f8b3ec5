import { assistant, registerWith, user } from "./test-host.ts";

/** A process of the host: captures some turns of a session of its own, and ends. Arguments: state folder, address, user, session, turns. */
const [folder = "", url = "", userId = "", session = "", turns = "0"] = process.argv.slice(2);
const host = registerWith(folder, { url, userId, captureTimeoutMs: 1_000 });
const history: object[] = [];
for (let index = 0; index < Number(turns); index += 1) {
  history.push(user(`${session} says number ${index}.`), assistant(`Answer ${index} to ${session}.`));
  const turn = { agentId: "main", sessionKey: `agent:main:${session}`, sessionId: session, runId: `${session}-${index}`, trigger: "user" };
  // A prompt that is built is a turn that began; the run may be over before what was begun is written.
  await Promise.all([host.prompt({ prompt: "…", messages: history.slice(0, -2) }, turn), host.end(history, turn)]);
}
