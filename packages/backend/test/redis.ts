import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";

/** The program of Redis or Valkey on this machine. */
export function redisProgram(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return ["redis-server", "valkey-server"]
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a server that keeps nothing and wants a password. */
export async function startRedis(program: string, given?: number): Promise<RedisServer> {
  const port = given ?? (await getPort());
  const password = "of a test";
  const settings = ["--bind", "127.0.0.1", "--save", "", "--requirepass", password];
  const child = spawn(program, ["--port", String(port), ...settings], { stdio: "ignore" });
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
