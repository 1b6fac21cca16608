import { describe, expect, it } from "vitest";
import {
  candidateEmail,
  decideLinking,
  type LinkingFacts,
  type LinkingProfile,
  linkableAddresses,
} from "./linking.ts";

const ada = { id: "ada", email: "ada@example.com" };
const eve = { id: "eve", email: "eve@example.com" };
const adasGoogle = { user_id: "ada", provider: "google" };
const adasEmail = { user_id: "ada", provider: "email" };

const profile: LinkingProfile = {
  provider: "github",
  emails: [{ email: "Ada@Example.com", verified: true, primary: true }],
  autoconfirm: false,
};
const unverified: LinkingProfile = {
  ...profile,
  emails: [{ email: "Ada@Example.com", verified: false, primary: true }],
};
const nothing: LinkingFacts<typeof ada, typeof adasGoogle> = {
  existing: undefined,
  similarIdentities: [],
  similarUsers: [],
  owners: [],
  candidateTaken: false,
};
const candidate = { email: "ada@example.com", verified: true, primary: true };

describe("decideLinking", () => {
  it("knows a subject again, whatever its addresses say now", () => {
    const existing = { identity: { user_id: "eve", provider: "github" }, user: eve };
    const facts = { ...nothing, existing, similarIdentities: [adasGoogle], owners: [ada] };
    expect(decideLinking(profile, facts)).toEqual({
      kind: "account exists",
      ...existing,
      candidate: { ...candidate, email: "eve@example.com" },
    });
  });

  it("knows a subject again whose user has no address", () => {
    const existing = { identity: adasGoogle, user: { id: "ada", email: null } };
    expect(
      decideLinking<{ id: string; email: string | null }, typeof adasGoogle>(profile, {
        ...nothing,
        existing,
      }),
    ).toMatchObject({
      kind: "account exists",
      candidate: { email: "" },
    });
  });

  it("creates an account for somebody new", () => {
    expect(decideLinking(profile, nothing)).toEqual({ kind: "create account", candidate });
  });

  it("creates an account for somebody without any address", () => {
    expect(decideLinking({ ...profile, emails: [] }, nothing)).toEqual({
      kind: "create account",
      candidate: { email: "", verified: false, primary: false },
    });
  });

  it("links to the one user of the verified address", () => {
    const facts = { ...nothing, similarIdentities: [adasGoogle, adasEmail], owners: [ada] };
    expect(decideLinking(profile, facts)).toEqual({ kind: "link account", user: ada, candidate });
  });

  it("links to a user who has the address but no identity", () => {
    const facts = { ...nothing, similarUsers: [ada] };
    expect(decideLinking(profile, facts)).toEqual({ kind: "link account", user: ada, candidate });
  });

  it("never links by an unverified address, and leaves it to whoever has it", () => {
    const facts = {
      ...nothing,
      similarIdentities: [adasGoogle],
      similarUsers: [ada],
      owners: [ada],
      candidateTaken: true,
    };
    expect(decideLinking(unverified, facts)).toEqual({
      kind: "create account",
      candidate: { email: "", verified: false, primary: true },
    });
  });

  it("gives an unverified address to a new account where nobody has it", () => {
    expect(decideLinking(unverified, nothing)).toEqual({
      kind: "create account",
      candidate: { email: "ada@example.com", verified: false, primary: true },
    });
  });

  it("links by an unverified address where every address counts as verified", () => {
    const facts = { ...nothing, similarUsers: [ada] };
    expect(decideLinking({ ...unverified, autoconfirm: true }, facts)).toMatchObject({
      kind: "link account",
      user: ada,
    });
  });

  it("does not choose between the identities of two users", () => {
    const similarIdentities = [adasGoogle, { user_id: "eve", provider: "gitlab" }];
    expect(decideLinking(profile, { ...nothing, similarIdentities, owners: [ada, eve] })).toEqual({
      kind: "multiple accounts",
      candidate,
    });
  });

  it("does not choose between two users without identities", () => {
    expect(decideLinking(profile, { ...nothing, similarUsers: [ada, eve] })).toEqual({
      kind: "multiple accounts",
      candidate,
    });
  });

  it("keeps single sign-on apart from everything else", () => {
    const sso = { user_id: "eve", provider: "sso:21648a9d" };
    expect(decideLinking(profile, { ...nothing, similarIdentities: [sso], owners: [eve] })).toEqual(
      {
        kind: "create account",
        candidate,
      },
    );
    const company = { ...profile, provider: "sso:21648a9d" };
    const facts = {
      ...nothing,
      similarIdentities: [adasGoogle],
      similarUsers: [ada],
      owners: [ada],
    };
    expect(decideLinking(company, facts)).toEqual({ kind: "create account", candidate });
  });
});

describe("addresses", () => {
  const emails = [
    { email: "First@example.com", verified: true, primary: false },
    { email: "Main@example.com", verified: false, primary: true },
  ];
  it("links by the verified ones, primary or not", () => {
    expect(linkableAddresses({ ...profile, emails })).toEqual(["first@example.com"]);
    expect(linkableAddresses({ ...profile, emails, autoconfirm: true })).toHaveLength(2);
  });
  it("gives a new user the primary one", () => {
    expect(candidateEmail(emails)).toEqual({
      email: "main@example.com",
      verified: false,
      primary: true,
    });
  });
});
