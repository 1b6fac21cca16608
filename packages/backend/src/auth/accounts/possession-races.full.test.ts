import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  deleteUsersAndFlows,
  fragment,
  type SocialFixture,
  socialFixture,
  takeSession,
} from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { eventually } from "../../../test/eventually.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

const victim = "grace@example.com";
const unverified = { person: victim, failure: "unverified_email" };

let database: Database;
let wire: SocialFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await socialFixture(database, {
    auth: {
      enable_manual_linking: true,
      external: { github: { enabled: true }, google: { enabled: true } },
    },
  });
});
afterAll(() => database.close());
beforeEach(async () => {
  await deleteUsersAndFlows(database);
  wire.emails.length = 0;
});

/**
 * Slows down the deletion of identities, so that other requests can interfere. On the embedded database, which runs one
 * transaction at a time, those requests run after the deletion.
 *
 * @param work receives a function that waits until a deletion has started
 */
async function whileIdentitiesAreDeleted(
  work: (waitForDeletion: () => Promise<void>) => Promise<void>,
) {
  const delaySeconds = database.engine === "postgres" ? 0.6 : 0;
  await database.script(`
    create sequence public.lingering;
    create function public.linger() returns trigger
      language plpgsql security definer set search_path = '' as
      $$ begin perform nextval('public.lingering'), pg_sleep(${delaySeconds}); return old; end $$;
    create trigger linger before delete on auth.identities
      for each row execute function public.linger()`);
  try {
    await work(() =>
      eventually(async () => {
        const { rows } = await database.query(sql`select is_called from public.lingering`);
        expect(rows).toEqual([{ is_called: true }]);
      }),
    );
  } finally {
    await database.script(`
      drop trigger linger on auth.identities;
      drop function public.linger(); drop sequence public.lingering`);
  }
}

async function clientOf(finalUrl: URL) {
  const client = wire.client();
  await takeSession(client, finalUrl);
  return client;
}

const userIdOf = async (client: ReturnType<SocialFixture["client"]>) =>
  (await client.getUser()).data.user?.id;

const proofs: Record<string, () => Promise<URL>> = {
  "a reset": async () => {
    await wire.client().resetPasswordForEmail(victim);
    return (await wire.browser().open(wire.emailTo(victim).link ?? "")).url;
  },
  "a provider that verifies the address": () =>
    wire.browser().signIn({ provider: "google" }, { person: victim }),
};

it.each(Object.keys(proofs))(
  "an identity that the owner's proof by %s removes cannot sign in at the same moment",
  async (name) => {
    await wire.browser().signIn({ provider: "github" }, unverified);
    await whileIdentitiesAreDeleted(async (waitForDeletion) => {
      const ownerSignIn = proofs[name]?.();
      await waitForDeletion();
      const stranger = await wire.browser().signIn({ provider: "github" }, unverified);
      expect(fragment((await ownerSignIn) ?? stranger)).toHaveProperty("access_token");
      expect(fragment(stranger)).not.toHaveProperty("access_token");
    });
  },
);

it("an identity that the owner's reset removes cannot link another provider at the same moment", async () => {
  const stranger = { person: "ada@example.com" };
  const thief = await wire.signedIn(victim);
  const { data } = await thief.linkIdentity({
    provider: "github",
    options: { skipBrowserRedirect: true },
  });
  await wire.browser().link(data?.url ?? "", stranger);
  await wire.client().resetPasswordForEmail(victim);
  const { url } = await wire.browser().open(wire.emailTo(victim).link ?? "");
  const owner = await clientOf(url);
  await whileIdentitiesAreDeleted(async (waitForDeletion) => {
    const passwordChange = owner.updateUser({ password: "a password of her own" });
    await waitForDeletion();
    const finalUrl = await wire.browser().signIn({ provider: "google" }, stranger);
    expect((await passwordChange).error).toBeNull();
    expect(await userIdOf(await clientOf(finalUrl))).not.toBe(await userIdOf(owner));
  });
});
