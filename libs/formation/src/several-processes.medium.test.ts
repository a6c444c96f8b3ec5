import { openBenchStore } from "../test/formation-bench.ts";
import { severalProcesses } from "../test/several-processes.ts";

severalProcesses("SQLite", openBenchStore);
