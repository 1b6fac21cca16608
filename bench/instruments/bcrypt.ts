/** Measures bcrypt without a server, on Node's thread pool. */
import { compare, hash } from "@node-rs/bcrypt";
import { serveRequests } from "./child.ts";
import { repeat } from "./measure.ts";

/** The cost that supabase/auth and the backend use. */
const cost = 10;

let cachedHash: string | undefined;

serveRequests(
  async (command: {
    readonly password: string;
    readonly concurrency: number;
    readonly seconds: number;
  }) => {
    const { password, concurrency, seconds } = command;
    cachedHash ??= await hash(password, cost);
    const passwordHash = cachedHash;
    return repeat({ concurrency, seconds }, () => compare(password, passwordHash));
  },
);
