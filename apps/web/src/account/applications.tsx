import type { OAuthGrant } from "@supabase/auth-js";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useErrorText } from "../auth/error-text.ts";
import { useBackend } from "../data/backend.tsx";
import { useFormat } from "../i18n/format.ts";
import { useTexts } from "../i18n/translations.tsx";
import { usePerson } from "../shell/person.tsx";
import { useShowToast } from "../shell/toasts.tsx";

/** Lists the applications that the user has authorized, to revoke them. Renders nothing if there are none. */
export function Applications() {
  const { auth } = useBackend();
  const person = usePerson();
  const { account, consent } = useTexts();
  const texts = account.applications;
  const format = useFormat();
  const textOf = useErrorText();
  const showToast = useShowToast();
  const cache = useQueryClient();
  const id = useId();
  const queryKey = ["applications", person.id];
  const grants = useQuery({
    queryKey,
    queryFn: async () => {
      const { data, error } = await auth.oauth.listGrants();
      if (error) throw error;
      return data;
    },
    retry: false,
  });
  const nameOf = ({ client }: OAuthGrant) => client.name || consent.unnamed;
  const revocation = useMutation({
    mutationFn: async (grant: OAuthGrant) => {
      const { error } = await auth.oauth.revokeGrant({ clientId: grant.client.id });
      if (error) throw error;
    },
    onSuccess: (_, grant) => {
      cache.setQueryData<readonly OAuthGrant[]>(queryKey, (all) =>
        all?.filter(({ client }) => client.id !== grant.client.id),
      );
      showToast({ text: texts.done(nameOf(grant)) });
    },
    onError: (error) => showToast({ text: textOf(error), tone: "danger" }),
  });

  if (!grants.data?.length) return null;
  return (
    <section className="portico-section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{texts.title}</h2>
        <p className="applications-text">{texts.text}</p>
      </div>
      <ul className="portico-list">
        {grants.data.map((grant) => (
          <li key={grant.client.id}>
            <div className="portico-item">
              <strong>{nameOf(grant)}</strong>
              <span className="applications-text">
                {texts.since(format.date(grant.granted_at))}
              </span>
            </div>
            <button
              type="button"
              className="button"
              aria-label={texts.takeBackFrom(nameOf(grant))}
              aria-disabled={revocation.isPending}
              onClick={() => revocation.isPending || revocation.mutate(grant)}
            >
              {texts.takeBack}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
