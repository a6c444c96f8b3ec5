import { expect, test } from "vitest";

import { accountOf, partsOf } from "./where-time-goes.ts";

const METRICS = `# TYPE cortex_http_request_seconds histogram
cortex_http_request_seconds_sum{method="POST",route="/ingest",status="202"} 1.5
cortex_http_request_seconds_sum{method="POST",route="/ingest",status="503"} 0.5
cortex_http_request_seconds_sum{method="POST",route="/v1/recall",status="200"} 9
cortex_job_seconds_sum{job="embed"} 4
cortex_embedding_seconds_sum{embedder="static",kind="document"} 2.5
cortex_embedding_seconds_sum{embedder="static",kind="query"} 7
process_cpu_seconds_total 6.25
`;

test("seconds are summed over what labels tell apart", () => {
  expect(partsOf(METRICS)).toEqual({ "requests /ingest": 2, "job capture": 0, "job embed": 4, "of it the model": 2.5, processor: 6.25 });
});

test("an account is what came between two readings, the busiest threads first", () => {
  const thread = (seconds: number) => ({ name: "node", seconds });
  const before = { parts: { processor: 1 }, threads: new Map([["1", { name: "main", seconds: 1 }], ["2", thread(3)]]) };
  const after = { parts: { processor: 5 }, threads: new Map([["1", { name: "main", seconds: 2 }], ["2", thread(3.01)], ["3", thread(2)]]) };
  expect(accountOf(before, after)).toEqual({ parts: { processor: 4 }, threads: [{ name: "node", seconds: 2 }, { name: "main", seconds: 1 }] });
});
