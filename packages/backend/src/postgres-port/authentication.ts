import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import type { Database } from "../database/port.ts";
import { frame, int32, textAt } from "../database/sessions/frames.ts";
import { sql } from "../database/sql.ts";
import type { Incoming } from "./incoming.ts";
import { refusal } from "./messages.ts";
import { Scram, storedVerifier, type Verifier, verifierOf } from "./scram.ts";

/** In bytes. */
const longestAnswer = 10_000;

/** The roles that have the port's password, unless the project gives them one of their own. */
const platformRoles = ["postgres", "authenticator", "supabase_admin", "supabase_auth_admin"];

/** How programs prove who they are: by SCRAM-SHA-256, so that no password is sent. */
export class Authentication {
  readonly #database: Database;
  readonly #password: string;
  #made: Verifier | undefined;
  /** For users that do not exist, so that they look like others. */
  readonly #nobodys: Verifier = {
    iterations: 4096,
    salt: randomBytes(16),
    storedKey: randomBytes(32),
    serverKey: randomBytes(32),
  };

  constructor(database: Database, password: string) {
    this.#database = database;
    this.#password = password;
  }

  /** @throws {DatabaseError} 28P01 for a wrong password */
  async prove(socket: Socket, incoming: Incoming, user: string): Promise<void> {
    const failed = refusal("28P01", `password authentication failed for user "${user}"`);
    socket.write(frame("R", int32(10), "SCRAM-SHA-256", Buffer.of(0)));
    const first = await answer(incoming);
    if (!first) throw failed;
    const mechanism = textAt(first, 0);
    if (mechanism.text !== "SCRAM-SHA-256") throw failed;
    const verifier = await this.#verifierOf(user);
    const scram = new Scram(verifier ?? this.#nobodys);
    const challenge = scram.begin(first.subarray(mechanism.next + 4).toString());
    if (!challenge) throw failed;
    socket.write(frame("R", int32(11), Buffer.from(challenge)));
    const proof = await answer(incoming);
    const proven = proof && scram.end(proof.toString());
    if (!proven || !verifier) throw failed;
    socket.write(frame("R", int32(12), Buffer.from(proven)));
  }

  async #verifierOf(user: string): Promise<Verifier | undefined> {
    const { rows } = await this.#database.query<{ password: string | null }>(sql`
      select rolpassword as password from pg_authid
      where rolname = ${user} and rolcanlogin
        and (rolvaliduntil is null or rolvaliduntil > now())`);
    const [role] = rows;
    if (!role) return undefined;
    if (role.password) return storedVerifier(role.password);
    if (!platformRoles.includes(user)) return undefined;
    // It takes some milliseconds, which a start does not have.
    this.#made ??= verifierOf(this.#password);
    return this.#made;
  }
}

async function answer(incoming: Incoming): Promise<Buffer | undefined> {
  for (;;) {
    const message = incoming.frame(longestAnswer);
    if (message) return message.type === "p" ? message.bytes.subarray(5) : undefined;
    if (incoming.hasEnded) return undefined;
    await incoming.changed();
  }
}
