import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import type { Database } from "../database/port.ts";
import { frame, int32, textAt } from "../database/sessions/frames.ts";
import { sql } from "../database/sql.ts";
import type { Incoming } from "./incoming.ts";
import { fatalError } from "./messages.ts";
import { Scram, storedVerifier, type Verifier, verifierOf } from "./scram.ts";

const maxResponseBytes = 10_000;

/** The roles that use the port's password, unless the project has set another one. */
const platformRoles = ["postgres", "authenticator", "supabase_admin", "supabase_auth_admin"];

/** Authenticates clients with SCRAM-SHA-256, which does not send the password. */
export class Authentication {
  readonly #database: Database;
  readonly #password: string;
  #verifier: Verifier | undefined;
  /** The verifier for unknown users, so that a client cannot distinguish them from existing users. */
  readonly #decoy: Verifier = {
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
    const failed = fatalError("28P01", `password authentication failed for user "${user}"`);
    socket.write(frame("R", int32(10), "SCRAM-SHA-256", Buffer.of(0)));
    const first = await readResponse(incoming);
    if (!first) throw failed;
    const mechanism = textAt(first, 0);
    if (mechanism.text !== "SCRAM-SHA-256") throw failed;
    const verifier = await this.#verifierOf(user);
    const scram = new Scram(verifier ?? this.#decoy);
    const challenge = scram.begin(first.subarray(mechanism.next + 4).toString());
    if (!challenge) throw failed;
    socket.write(frame("R", int32(11), Buffer.from(challenge)));
    const proof = await readResponse(incoming);
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
    // Computed on first use, because it takes some milliseconds.
    this.#verifier ??= verifierOf(this.#password);
    return this.#verifier;
  }
}

async function readResponse(incoming: Incoming): Promise<Buffer | undefined> {
  for (;;) {
    const message = incoming.frame(maxResponseBytes);
    if (message) return message.type === "p" ? message.bytes.subarray(5) : undefined;
    if (incoming.hasEnded) return undefined;
    await incoming.changed();
  }
}
