import { type ReactNode, useState } from "react";
import { type Details, deleteFactor, deletePasskey, unlinkIdentity } from "../api/people.ts";
import { FormDialog } from "../shell/form-dialog.tsx";
import { formatTime } from "../shell/format.ts";
import { useChangesOfPerson } from "./use-changes-of-person.ts";

/** Something with which a user signs in, and its removal. */
interface SignInMethod {
  readonly key: string;
  readonly name: string;
  readonly facts: string;
  readonly tag?: string | undefined;
  readonly action: string;
  readonly question: string;
  readonly done: string;
  readonly remove: () => Promise<unknown>;
}

const factorKinds: Readonly<Record<string, string>> = {
  totp: "Authenticator app",
  phone: "Phone",
  webauthn: "Security key",
  recovery_code: "Recovery codes",
};

/** The identities, passkeys and second factors of a user. */
export function SignInMethods({ details }: { readonly details: Details }) {
  const { user, passkeys } = details;
  const { id, identities, factors = [] } = user;
  return (
    <>
      <MethodList
        id={id}
        title="Identities"
        none="None."
        methods={identities.map(
          ({ identity_id, provider, email, id: account, last_sign_in_at }) => ({
            ...{ key: identity_id, name: provider },
            facts: `${email ?? account}, last sign-in ${formatTime(last_sign_in_at)}`,
            ...{ action: "Unlink", done: "Unlinked the identity." },
            question: `The user can no longer sign in with ${provider}. An address that only this identity has goes with it.`,
            remove: () => unlinkIdentity(id, identity_id),
          }),
        )}
      />
      <MethodList
        id={id}
        title="Passkeys"
        none="None."
        methods={passkeys.map((passkey) => ({
          ...{ key: passkey.id, name: passkey.friendly_name },
          facts: `added ${formatTime(passkey.created_at)}, last used ${formatTime(passkey.last_used_at)}`,
          ...{ action: "Delete", done: "Deleted the passkey." },
          question: "The user can no longer sign in with this passkey.",
          remove: () => deletePasskey(id, passkey.id),
        }))}
      />
      <MethodList
        id={id}
        title="Second factors"
        none="None."
        methods={factors.map((factor) => ({
          ...{ key: factor.id, name: factorKinds[factor.factor_type] ?? factor.factor_type },
          facts: `${factor.friendly_name ? `${factor.friendly_name}, ` : ""}added ${formatTime(factor.created_at)}`,
          tag: factor.status === "verified" ? undefined : "not verified",
          ...{ action: "Delete", done: "Deleted the factor." },
          question:
            "Sign-ins no longer ask for this factor. Sessions that used it lose that level.",
          remove: () => deleteFactor(id, factor.id),
        }))}
      />
    </>
  );
}

function MethodList({
  id,
  title,
  none,
  methods,
}: {
  readonly id: string;
  readonly title: string;
  readonly none: ReactNode;
  readonly methods: readonly SignInMethod[];
}) {
  const change = useChangesOfPerson(id);
  const [removed, setRemoved] = useState<SignInMethod | null>(null);
  return (
    <section>
      <h2>{title}</h2>
      {methods.length === 0 && <p className="quiet">{none}</p>}
      <ul className="lines">
        {methods.map((method) => (
          <li key={method.key} className="line">
            <div>
              <p>
                <bdi>{method.name}</bdi>
                {method.tag && <span className="tag">{method.tag}</span>}
              </p>
              <p className="quiet">
                <bdi>{method.facts}</bdi>
              </p>
            </div>
            <button
              type="button"
              className="button button-small"
              onClick={() => setRemoved(method)}
            >
              {method.action}
              <span className="visually-hidden"> {method.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {removed && (
        <FormDialog
          title={`${removed.action} ${removed.name}?`}
          action={removed.action}
          tone="danger"
          onSubmit={() => change(removed.remove, removed.done)}
          onClose={() => setRemoved(null)}
        >
          <p>{removed.question}</p>
        </FormDialog>
      )}
    </section>
  );
}
