/** bcrypt alone, called on Node's thread pool as a program would. */
import { compare, hash } from "@node-rs/bcrypt";
import { serveRequests } from "./child.ts";
import { repeat } from "./measure.ts";

/** The cost that supabase/auth and the backend use. */
const cost = 10;

let hashed: string | undefined;

serveRequests(
  async (question: {
    readonly password: string;
    readonly width: number;
    readonly seconds: number;
  }) => {
    const { password, width, seconds } = question;
    hashed ??= await hash(password, cost);
    const passwordHash = hashed;
    return repeat({ width, seconds }, () => compare(password, passwordHash));
  },
);
