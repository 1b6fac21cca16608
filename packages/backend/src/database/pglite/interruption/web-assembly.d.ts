/**
 * The part of https://www.w3.org/TR/wasm-js-api-2/#webassembly-namespace that the embedded database uses.
 * TypeScript describes it only among a browser's interfaces.
 */
declare namespace WebAssembly {
  type Source = ArrayBuffer | ArrayBufferView<ArrayBuffer>;
  interface Memory {
    readonly buffer: ArrayBufferLike;
  }
  interface Module extends object {}
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }
  const Memory: new (limits: {
    readonly initial: number;
    readonly maximum?: number;
    readonly shared?: boolean;
  }) => Memory;
  const Module: new (source: Source) => Module;
  function compile(source: Source): Promise<Module>;
  function instantiate(source: Source, imports: object): Promise<{ readonly instance: Instance }>;
  function instantiate(module: Module, imports: object): Promise<Instance>;
}
