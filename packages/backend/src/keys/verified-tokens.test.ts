import { createHmac } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { createAccessTokens } from "./access-token.ts";
import type { SigningKey } from "./signing-keys.ts";
import { rememberVerified } from "./verified-tokens.ts";

const secret = new TextEncoder().encode("a secret of no less than 32 bytes");
const key: SigningKey = {
  kid: "mine",
  algorithm: "HS256",
  sign: async (text) => createHmac("sha256", secret).update(text).digest(),
  verifier: secret,
  publicJwk: undefined,
};
const uncachedTokens = createAccessTokens([key], secret);
const nowSeconds = () => Math.floor(Date.now() / 1000);

afterEach(() => {
  vi.useRealTimers();
});

/** Returns tokens that count how often a signature is verified. */
function createCountedTokens() {
  const verify = vi.fn(uncachedTokens.verify);
  return { tokens: rememberVerified({ sign: uncachedTokens.sign, verify }), verify };
}

test("a token's signature is checked once, and each verification returns the same claims", async () => {
  const { tokens, verify } = createCountedTokens();
  const token = await tokens.sign({ sub: "me", exp: nowSeconds() + 60 });
  for (let time = 0; time < 3; time++) {
    expect(await tokens.verify(token)).toMatchObject({ sub: "me" });
  }
  expect(verify).toHaveBeenCalledOnce();
});

test("a verified token is refused once it has expired", async () => {
  const { tokens } = createCountedTokens();
  const token = await tokens.sign({ sub: "me", exp: nowSeconds() + 60 });
  await tokens.verify(token);
  vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ["Date"] });
  await expect(tokens.verify(token)).rejects.toMatchObject({ reason: "expired" });
  await expect(tokens.verify(token)).rejects.toMatchObject({ reason: "expired" });
});

test("another signature on the same claims is refused, even after the right one was cached", async () => {
  const { tokens } = createCountedTokens();
  const token = await tokens.sign({ sub: "me", exp: nowSeconds() + 60 });
  await tokens.verify(token);
  const forgedToken = `${token.slice(0, token.lastIndexOf("."))}.${"A".repeat(43)}`;
  for (let time = 0; time < 2; time++) {
    await expect(tokens.verify(forgedToken)).rejects.toMatchObject({ reason: "signature" });
  }
});

test("a caller cannot change the claims that a later caller gets", async () => {
  const { tokens } = createCountedTokens();
  const token = await tokens.sign({ sub: "me", exp: nowSeconds() + 60 });
  const claims = await tokens.verify(token);
  expect(() => Object.assign(claims, { sub: "you" })).toThrow(TypeError);
});

test("the most recent of very many tokens are cached", async () => {
  const { tokens, verify } = createCountedTokens();
  const firstToken = await tokens.sign({ sub: "first" });
  await tokens.verify(firstToken);
  for (let index = 0; index < 1_000; index++) {
    await tokens.verify(await tokens.sign({ sub: `${index}` }));
  }
  const callsBefore = verify.mock.calls.length;
  await tokens.verify(firstToken);
  expect(verify.mock.calls.length).toBe(callsBefore + 1);
});
