import { argon2Verify, bcryptVerify, bcrypt as hashWith } from "hash-wasm";

// How passwords are hashed in a browser: by WebAssembly, with the same results as on Node, so that a database
// can move to either.

/** One: the tab's thread. */
export const cores = () => 1;

export const bcrypt = (password: string, costFactor: number): Promise<string> =>
  hashWith({
    password,
    costFactor,
    salt: crypto.getRandomValues(new Uint8Array(16)),
    outputType: "encoded",
  });

export const compareBcrypt = (password: string, hash: string): Promise<boolean> =>
  bcryptVerify({ password, hash });

export const compareArgon2 = (password: string, hash: string): Promise<boolean> =>
  argon2Verify({ password, hash });
