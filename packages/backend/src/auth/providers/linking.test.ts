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
const unverifiedProfile: LinkingProfile = {
  ...profile,
  emails: [{ email: "Ada@Example.com", verified: false, primary: true }],
};
const noFacts: LinkingFacts<typeof ada, typeof adasGoogle> = {
  existing: undefined,
  similarIdentities: [],
  similarUsers: [],
  owners: [],
  candidateTaken: false,
};
const candidate = { email: "ada@example.com", verified: true, primary: true };

describe("decideLinking", () => {
  it("decideLinking recognizes a subject even if its addresses have changed", () => {
    const existing = { identity: { user_id: "eve", provider: "github" }, user: eve };
    const facts = { ...noFacts, existing, similarIdentities: [adasGoogle], owners: [ada] };
    expect(decideLinking(profile, facts)).toEqual({
      kind: "account exists",
      ...existing,
      candidate: { ...candidate, email: "eve@example.com" },
    });
  });

  it("decideLinking recognizes a subject whose user has no address", () => {
    const existing = { identity: adasGoogle, user: { id: "ada", email: null } };
    expect(
      decideLinking<{ id: string; email: string | null }, typeof adasGoogle>(profile, {
        ...noFacts,
        existing,
      }),
    ).toMatchObject({
      kind: "account exists",
      candidate: { email: "" },
    });
  });

  it("decideLinking creates an account for a new subject", () => {
    expect(decideLinking(profile, noFacts)).toEqual({ kind: "create account", candidate });
  });

  it("decideLinking creates an account for a new subject without an address", () => {
    expect(decideLinking({ ...profile, emails: [] }, noFacts)).toEqual({
      kind: "create account",
      candidate: { email: "", verified: false, primary: false },
    });
  });

  it("decideLinking links to the only user of the verified address", () => {
    const facts = { ...noFacts, similarIdentities: [adasGoogle, adasEmail], owners: [ada] };
    expect(decideLinking(profile, facts)).toEqual({ kind: "link account", user: ada, candidate });
  });

  it("decideLinking links to a user who has the address but no identity", () => {
    const facts = { ...noFacts, similarUsers: [ada] };
    expect(decideLinking(profile, facts)).toEqual({ kind: "link account", user: ada, candidate });
  });

  it("decideLinking never links by an unverified address, which stays with its user", () => {
    const facts = {
      ...noFacts,
      similarIdentities: [adasGoogle],
      similarUsers: [ada],
      owners: [ada],
      candidateTaken: true,
    };
    expect(decideLinking(unverifiedProfile, facts)).toEqual({
      kind: "create account",
      candidate: { email: "", verified: false, primary: true },
    });
  });

  it("decideLinking gives an unverified address to a new account if it is free", () => {
    expect(decideLinking(unverifiedProfile, noFacts)).toEqual({
      kind: "create account",
      candidate: { email: "ada@example.com", verified: false, primary: true },
    });
  });

  it("decideLinking links by an unverified address if every address counts as verified", () => {
    const facts = { ...noFacts, similarUsers: [ada] };
    expect(decideLinking({ ...unverifiedProfile, autoconfirm: true }, facts)).toMatchObject({
      kind: "link account",
      user: ada,
    });
  });

  it("decideLinking does not choose between identities of two users", () => {
    const similarIdentities = [adasGoogle, { user_id: "eve", provider: "gitlab" }];
    expect(decideLinking(profile, { ...noFacts, similarIdentities, owners: [ada, eve] })).toEqual({
      kind: "multiple accounts",
      candidate,
    });
  });

  it("decideLinking does not choose between two users without identities", () => {
    expect(decideLinking(profile, { ...noFacts, similarUsers: [ada, eve] })).toEqual({
      kind: "multiple accounts",
      candidate,
    });
  });

  it("decideLinking keeps single sign-on separate", () => {
    const sso = { user_id: "eve", provider: "sso:21648a9d" };
    expect(decideLinking(profile, { ...noFacts, similarIdentities: [sso], owners: [eve] })).toEqual(
      {
        kind: "create account",
        candidate,
      },
    );
    const ssoProfile = { ...profile, provider: "sso:21648a9d" };
    const facts = {
      ...noFacts,
      similarIdentities: [adasGoogle],
      similarUsers: [ada],
      owners: [ada],
    };
    expect(decideLinking(ssoProfile, facts)).toEqual({ kind: "create account", candidate });
  });
});

describe("addresses of decideLinking", () => {
  const emails = [
    { email: "First@example.com", verified: true, primary: false },
    { email: "Main@example.com", verified: false, primary: true },
  ];
  it("decideLinking links by every verified address, primary or not", () => {
    expect(linkableAddresses({ ...profile, emails })).toEqual(["first@example.com"]);
    expect(linkableAddresses({ ...profile, emails, autoconfirm: true })).toHaveLength(2);
  });
  it("decideLinking gives a new user the primary address", () => {
    expect(candidateEmail(emails)).toEqual({
      email: "main@example.com",
      verified: false,
      primary: true,
    });
  });
});
