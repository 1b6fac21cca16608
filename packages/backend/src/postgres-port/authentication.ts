import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import type { Database } from "../database/port.ts";
import { frame, int32, readText } from "../database/sessions/frames.ts";
import { sql } from "../database/sql.ts";
import type { Incoming } from "./incoming.ts";
import { fatalError } from "./messages.ts";
import { createVerifier, parseVerifier, Scram, type Verifier } from "./scram.ts";

const maxResponseBytes = 10_000;

/** The roles that use the port's password, unless the project has set another one. */
const platformRoles = ["postgres", "authenticator", "supabase_admin", "supabase_auth_admin"];

/** Authenticates clients with SCRAM-SHA-256, which does not send the password. */
export class Authentication {
  readonly #database: Database;
  readonly #password: string;
  #verifier: Verifier | undefined;
  /** The verifier for unknown users, so that a client cannot distinguish them from existing users. */
  readonly #dummyVerifier: Verifier = {
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
  async authenticate(socket: Socket, incoming: Incoming, user: string): Promise<void> {
    const failure = fatalError("28P01", `password authentication failed for user "${user}"`);
    socket.write(frame("R", int32(10), "SCRAM-SHA-256", Buffer.of(0)));
    const initialResponse = await readResponse(incoming);
    if (!initialResponse) throw failure;
    const mechanism = readText(initialResponse, 0);
    if (mechanism.text !== "SCRAM-SHA-256") throw failure;
    const verifier = await this.#findVerifier(user);
    const scram = new Scram(verifier ?? this.#dummyVerifier);
    const challenge = scram.createChallenge(
      initialResponse.subarray(mechanism.next + 4).toString(),
    );
    if (!challenge) throw failure;
    socket.write(frame("R", int32(11), Buffer.from(challenge)));
    const proof = await readResponse(incoming);
    const serverSignature = proof && scram.verifyProof(proof.toString());
    if (!serverSignature || !verifier) throw failure;
    socket.write(frame("R", int32(12), Buffer.from(serverSignature)));
  }

  async #findVerifier(user: string): Promise<Verifier | undefined> {
    const { rows } = await this.#database.query<{ password: string | null }>(sql`
      select rolpassword as password from pg_authid
      where rolname = ${user} and rolcanlogin
        and (rolvaliduntil is null or rolvaliduntil > now())`);
    const [role] = rows;
    if (!role) return undefined;
    if (role.password) return parseVerifier(role.password);
    if (!platformRoles.includes(user)) return undefined;
    // Computed on first use, because it takes some milliseconds.
    this.#verifier ??= createVerifier(this.#password);
    return this.#verifier;
  }
}

async function readResponse(incoming: Incoming): Promise<Buffer | undefined> {
  for (;;) {
    const message = incoming.takeMessage(maxResponseBytes);
    if (message) return message.type === "p" ? message.bytes.subarray(5) : undefined;
    if (incoming.hasEnded) return undefined;
    await incoming.waitForChange();
  }
}
