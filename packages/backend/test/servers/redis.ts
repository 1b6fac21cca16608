import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../../../scripts/process/free-port.mjs";
import { recordOutput } from "../processes/process-output.ts";

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a Redis server that requires a password and does not persist data. */
export async function startRedis(program: string, fixedPort?: number): Promise<RedisServer> {
  const port = fixedPort ?? (await freePort());
  const password = "of a test";
  const settings = ["--bind", "127.0.0.1", "--save", "", "--requirepass", password];
  const child = spawn(program, ["--port", String(port), ...settings], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  recordOutput("redis-server", child);
  const ended = once(child, "exit");
  while (!(await isOpen(port))) await sleep(50);
  return {
    url: `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    port,
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
