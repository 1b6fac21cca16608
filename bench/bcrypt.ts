/** bcrypt alone, as a program calls it: on the threads that Node keeps for such work. */
import { compare, hash } from "@node-rs/bcrypt";
import { answer } from "./child.ts";
import { repeat } from "./measure.ts";

/** As supabase/auth has it, and so the backend. */
const cost = 10;

let hashed: string | undefined;

answer(
  async (question: {
    readonly password: string;
    readonly width: number;
    readonly seconds: number;
  }) => {
    const { password, width, seconds } = question;
    hashed ??= await hash(password, cost);
    const known = hashed;
    return repeat({ width, seconds }, () => compare(password, known));
  },
);
