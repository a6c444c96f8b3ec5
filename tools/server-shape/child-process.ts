import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";

/** The end of what a process said; more would hide the end of a long run. */
const KEPT_CHARACTERS = 200_000;
/** Lines of a failing process that are shown: of those that warn, and of all. */
const SHOWN = { warnings: 25, all: 10 };

export interface ChildOptions {
  /** In messages. */
  name: string;
  program: string;
  parameters: readonly string[];
  /** All of it: nothing of the tester's own settings gets in. */
  environment: Readonly<Record<string, string>>;
  folder: string;
}

/** A process that can be killed and brought back again and again, and whose log is kept over that. */
export class Child {
  readonly #options: ChildOptions;
  #running: { child: ChildProcess; ended: Promise<number | null> } | null = null;
  #log = "";

  constructor(options: ChildOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  get processId(): number | null {
    return this.#running?.child.pid ?? null;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  start(): void {
    if (this.#running !== null) return;
    const { program, parameters, environment, folder } = this.#options;
    const child = spawn(program, parameters, { env: environment, cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (this.#log = (this.#log + text).slice(-KEPT_CHARACTERS)));
    const { promise: ended, resolve } = Promise.withResolvers<number | null>();
    // It ends with this process at the latest.
    const endWithUs = (): void => void child.kill("SIGKILL");
    process.once("exit", endWithUs);
    child.once("error", (error) => {
      this.#log += `${error.message}\n`;
      resolve(null);
    });
    child.once("close", (code, signal) => {
      process.off("exit", endWithUs);
      if (this.#running?.child === child) this.#running = null;
      this.#log += `--- ended with ${String(signal ?? code)}\n`;
      resolve(code);
    });
    this.#running = { child, ended };
  }

  /** As a power cut would end it. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Asks it to end: its exit code, and the milliseconds that it took. */
  async stop(): Promise<{ code: number | null; milliseconds: number }> {
    const start = performance.now();
    const code = await this.#end("SIGTERM");
    return { code, milliseconds: performance.now() - start };
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const running = this.#running;
    if (running === null) return null;
    running.child.kill(signal);
    return running.ended;
  }

  /** Its last warnings and its last lines (ten), for whoever looks for what went wrong. */
  log(last: number = SHOWN.all): string {
    const lines = this.#log.trimEnd().split("\n");
    const telling = lines.filter((line) => !/^\{"level":[123]0,/.test(line));
    return [`===== ${this.name}: ${this.isRunning ? "running" : "not running"}, ${lines.length} lines kept`, ...telling.slice(-SHOWN.warnings), "----- at last", ...lines.slice(-last)].join("\n");
  }
}
