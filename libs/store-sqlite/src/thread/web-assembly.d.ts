/** What Node's types leave out of WebAssembly, as far as it is used here. */
declare namespace WebAssembly {
  interface Module {
    readonly compiled: unique symbol;
  }
  interface Instance {
    readonly exports: Record<string, unknown>;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  const Module: new (bytes: Uint8Array) => Module;
  const Instance: new (module: Module) => Instance;
}
