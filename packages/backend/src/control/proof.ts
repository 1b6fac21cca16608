import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * On Windows, the control socket is a named pipe, and any user of the machine can take its name first. The server
 * therefore proves that it can read the data directory: its response to the challenge in each request is a MAC, with a
 * key that it has written there.
 */
export const challengeHeader = "portico-challenge";
export const proofHeader = "portico-proof";

const pathOf = (directory: string) => join(directory, "control-key");

/** Writes a new key into a data directory, and returns it. The caller must hold the directory's lock. */
export async function writeControlKey(directory: string): Promise<string> {
  const key = randomBytes(32).toString("hex");
  const path = pathOf(directory);
  await writeFile(`${path}.new`, key, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return key;
}

/** Returns the key of the server that uses a data directory. Returns undefined if no server has written one. */
export const readControlKey = (directory: string): Promise<string | undefined> =>
  readFile(pathOf(directory), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });

export const newChallenge = (): string => randomBytes(32).toString("hex");

/** Returns the response to a challenge. */
export const proofOf = (key: string, challenge: string): string =>
  createHmac("sha256", key).update(challenge).digest("hex");

/** Returns whether a response to a challenge was computed with the key. */
export function isValidProof(key: string | undefined, challenge: string, proof: unknown): boolean {
  if (key === undefined || typeof proof !== "string") return false;
  const [expected, actual] = [Buffer.from(proofOf(key, challenge)), Buffer.from(proof)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
