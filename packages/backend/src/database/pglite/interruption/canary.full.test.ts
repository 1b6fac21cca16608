import { PGlite } from "@electric-sql/pglite";
import { expect, test } from "vitest";

/** The type of each symbol that README.md lists, in the Emscripten module of an open PGlite. */
const symbols = {
  wasmMemory: "object",
  HEAPU8: "object",
  _InterruptPending: "number",
  _QueryCancelPending: "number",
  _MyLatch: "number",
  _GetConfigOption: "function",
  _SetConfigOption: "function",
  _PostgresMainLoopOnce: "function",
  _PostgresSendReadyForQueryIfNecessary: "function",
  _malloc: "function",
};

test("the installed PGlite has every symbol by which statements are interrupted", async () => {
  let emscripten: Readonly<Record<string, unknown>> = {};
  const pglite = await PGlite.create({
    extensions: {
      canary: {
        name: "canary",
        setup: async (_pglite, options) => {
          emscripten = options;
          return { emscriptenOpts: options };
        },
      },
    },
  });
  await pglite.close();
  const typesBySymbol = Object.keys(symbols).map((name) => [name, typeof emscripten[name]]);
  expect(Object.fromEntries(typesBySymbol)).toEqual(symbols);
});
