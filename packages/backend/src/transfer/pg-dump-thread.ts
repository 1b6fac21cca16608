/**
 * The program of the thread that `pg-dump.ts` starts for pg_dump. pg_dump is WebAssembly with synchronous queries, so
 * the thread sleeps while the main thread queries the database.
 */
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";

/** The data that the thread is started with. */
export interface DumpThreadData {
  readonly args: readonly string[];
  /** The URL of pg_dump's module. */
  readonly module: string;
  /** A counter that increases with each response. */
  readonly responseCount: SharedArrayBuffer;
}

const { args, module, responseCount }: DumpThreadData = workerData;
const counter = new Int32Array(responseCount);

/** An object with the part of PGlite's API that pg_dump uses. */
const database = {
  query: async () => ({ rows: [{ search_path: "public" }] }),
  exec: async () => [],
  execProtocolRawStream: (
    bytes: Uint8Array,
    { onRawData }: { readonly onRawData: (bytes: Uint8Array) => void },
  ) => {
    const previousCount = Atomics.load(counter, 0);
    parentPort?.postMessage({ send: bytes.slice() });
    Atomics.wait(counter, 0, previousCount);
    const response = parentPort && receiveMessageOnPort(parentPort);
    if (response) onRawData(response.message);
  },
};

try {
  const { pgDump }: typeof import("@electric-sql/pglite-tools/pg_dump") = await import(module);
  const file = await pgDump({ pg: database as never, args: [...args] });
  parentPort?.postMessage({ dump: await file.text() });
} catch (error) {
  parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) });
}
