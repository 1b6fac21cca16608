import type { Provider, UserIdentity } from "@supabase/auth-js";
import { providerName } from "../auth/providers.ts";
import { useFormat } from "../i18n/format.ts";
import { useWords } from "../i18n/vocabulary.tsx";
import { Section } from "./section.tsx";
import { useAccount } from "./use-account.ts";
import { useIdentityChanges } from "./use-identities.ts";

/** The ways to sign in to this account, and those that could be added. */
export function Identities({ providers }: { providers: readonly Provider[] }) {
  const words = useWords().account.identities;
  const { user } = useAccount();
  const { busy, link, unlink } = useIdentityChanges();
  const identities = user.identities ?? [];
  const others = providers.filter((one) => !identities.some(({ provider }) => provider === one));
  return (
    <Section title={words.title} text={words.text}>
      <ul className="identities">
        {identities.map((identity) => (
          <Identity
            key={identity.identity_id}
            identity={identity}
            busy={busy}
            // The last one cannot be taken away: nobody would get in any more.
            unlink={identities.length > 1 ? unlink : undefined}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <div className="button-row">
          {others.map((provider) => (
            <button
              key={provider}
              type="button"
              className="button"
              aria-disabled={busy}
              onClick={() => void link(provider)}
            >
              {words.link(providerName(provider))}
            </button>
          ))}
        </div>
      )}
    </Section>
  );
}

function Identity(props: {
  identity: UserIdentity;
  busy: boolean;
  unlink: ((identity: UserIdentity, done: string) => Promise<void>) | undefined;
}) {
  const { identity, unlink } = props;
  const words = useWords().account.identities;
  const format = useFormat();
  const name = nameOf(identity.provider, words);
  const address = identity.identity_data?.["email"];
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <span className="quiet">
          {typeof address === "string" && address ? `${address} · ` : ""}
          {identity.created_at && words.since(format.date(identity.created_at))}
        </span>
      </div>
      {unlink && (
        <button
          type="button"
          className="button button-quiet"
          aria-label={words.unlinkNamed(name)}
          aria-disabled={props.busy}
          onClick={() => void unlink(identity, words.unlinked(name))}
        >
          {words.unlink}
        </button>
      )}
    </li>
  );
}

function nameOf(provider: string, words: { email: string; phone: string }): string {
  if (provider === "email") return words.email;
  if (provider === "phone") return words.phone;
  return providerName(provider);
}
