/**
 * What the embedded database takes of https://www.w3.org/TR/wasm-js-api-2/#webassembly-namespace,
 * which TypeScript describes among a browser's interfaces alone.
 */
declare namespace WebAssembly {
  interface Module extends object {}
  function compile(bytes: ArrayBufferView<ArrayBuffer>): Promise<Module>;
}
