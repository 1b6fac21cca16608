import { argon2Verify, bcryptVerify, bcrypt as hashBcrypt } from "hash-wasm";

// Hashes passwords in a browser with WebAssembly. The hashes are the same as on Node, so a database can move between
// the two.

/** A tab has one thread. */
export const hashingConcurrency = () => 1;

export const bcrypt = (password: string, costFactor: number): Promise<string> =>
  hashBcrypt({
    password,
    costFactor,
    salt: crypto.getRandomValues(new Uint8Array(16)),
    outputType: "encoded",
  });

export const compareBcrypt = (password: string, hash: string): Promise<boolean> =>
  bcryptVerify({ password, hash });

export const compareArgon2 = (password: string, hash: string): Promise<boolean> =>
  argon2Verify({ password, hash });
