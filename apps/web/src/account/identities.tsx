import type { UserIdentity } from "@supabase/auth-js";
import { useState } from "react";
import { providerName } from "../auth/providers.ts";
import { useBackend } from "../data/backend.tsx";
import { useFormat } from "../i18n/format.ts";
import { useWords } from "../i18n/vocabulary.tsx";
import { useSay } from "../shell/toasts.tsx";
import { Section } from "./section.tsx";
import { useAccount, useAccountRefresh } from "./use-account.ts";

/** The ways to sign in to this account. The last one cannot be taken away. */
export function Identities() {
  const words = useWords().account.identities;
  const { user } = useAccount();
  const identities = user.identities ?? [];
  return (
    <Section title={words.title} text={words.text}>
      {identities.length === 0 ? (
        <p className="quiet">{words.none}</p>
      ) : (
        <ul className="identities">
          {identities.map((identity) => (
            <Identity
              key={identity.identity_id}
              identity={identity}
              removable={identities.length > 1}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Identity({ identity, removable }: { identity: UserIdentity; removable: boolean }) {
  const words = useWords().account.identities;
  const format = useFormat();
  const { unlink, busy } = useUnlink(identity);
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
      {removable && (
        <button
          type="button"
          className="button"
          aria-label={words.unlinkNamed(name)}
          aria-disabled={busy}
          onClick={() => void unlink()}
        >
          {words.unlink}
        </button>
      )}
    </li>
  );
}

function useUnlink(identity: UserIdentity) {
  const words = useWords().account.identities;
  const { auth } = useBackend();
  const say = useSay();
  const refresh = useAccountRefresh();
  const [busy, setBusy] = useState(false);
  const unlink = async () => {
    if (busy) return;
    setBusy(true);
    const { error } = await auth.unlinkIdentity(identity);
    if (error) say({ text: error.message, tone: "danger" });
    else say({ text: words.unlinked(nameOf(identity.provider, words)) });
    await refresh();
    setBusy(false);
  };
  return { unlink, busy };
}

function nameOf(provider: string, words: { email: string; phone: string }): string {
  if (provider === "email") return words.email;
  if (provider === "phone") return words.phone;
  return providerName(provider);
}
