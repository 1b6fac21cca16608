import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

/** What a worker is to ask, over and over. */
export interface Load {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly connections: number;
  readonly seconds: number;
}

/** What came of it. */
export interface Result {
  readonly perSecond: number;
  /** Milliseconds within which 99 of 100 answers came. */
  readonly p99: number;
}

const load = workerData as Load;
const agent = new Agent({ keepAlive: true, maxSockets: load.connections });

function ask(): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      load.url,
      { method: load.method, headers: load.headers, agent },
      (answer) => {
        answer.resume();
        answer.on("end", () => resolve(answer.statusCode ?? 0));
      },
    );
    call.on("error", reject);
    call.end(load.body);
  });
}

async function run(): Promise<Result> {
  const times: number[] = [];
  const start = performance.now();
  const end = start + load.seconds * 1000;
  await Promise.all(
    Array.from({ length: load.connections }, async () => {
      while (performance.now() < end) {
        const before = performance.now();
        const status = await ask();
        if (status >= 400) throw new Error(`${load.url} answered ${status}.`);
        times.push(performance.now() - before);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  times.sort((left, right) => left - right);
  return {
    perSecond: times.length / seconds,
    p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
  };
}

parentPort?.postMessage(await run());
agent.destroy();
