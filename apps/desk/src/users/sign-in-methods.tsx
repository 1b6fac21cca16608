import { type ReactNode, useState } from "react";
import { deleteFactor, deletePasskey, type UserDetails, unlinkIdentity } from "../api/users.ts";
import { FormDialog } from "../shell/form-dialog.tsx";
import { formatTime } from "../shell/format.ts";
import { useUserChange } from "./use-user-change.ts";

/** A method by which a user signs in, and the texts for removing it. */
interface SignInMethod {
  readonly key: string;
  readonly name: string;
  readonly facts: string;
  readonly tag?: string | undefined;
  readonly action: string;
  readonly consequence: string;
  readonly doneMessage: string;
  readonly remove: () => Promise<unknown>;
}

const factorKinds: Readonly<Record<string, string>> = {
  totp: "Authenticator app",
  phone: "Phone",
  webauthn: "Security key",
  recovery_code: "Recovery codes",
};

/** Lists the identities, passkeys and second factors of a user. */
export function SignInMethods({ details }: { readonly details: UserDetails }) {
  const { user, passkeys } = details;
  const { id, identities, factors = [] } = user;
  return (
    <>
      <MethodList
        id={id}
        title="Identities"
        emptyText="None."
        methods={identities.map(
          ({ identity_id, provider, email, id: account, last_sign_in_at }) => ({
            key: identity_id,
            name: provider,
            facts: `${email ?? account}, last sign-in ${formatTime(last_sign_in_at)}`,
            action: "Unlink",
            doneMessage: "Unlinked the identity.",
            consequence: `The user can no longer sign in with ${provider}. An address that only this identity has goes with it.`,
            remove: () => unlinkIdentity(id, identity_id),
          }),
        )}
      />
      <MethodList
        id={id}
        title="Passkeys"
        emptyText="None."
        methods={passkeys.map((passkey) => ({
          key: passkey.id,
          name: passkey.friendly_name,
          facts: `added ${formatTime(passkey.created_at)}, last used ${formatTime(passkey.last_used_at)}`,
          action: "Delete",
          doneMessage: "Deleted the passkey.",
          consequence: "The user can no longer sign in with this passkey.",
          remove: () => deletePasskey(id, passkey.id),
        }))}
      />
      <MethodList
        id={id}
        title="Second factors"
        emptyText="None."
        methods={factors.map((factor) => ({
          key: factor.id,
          name: factorKinds[factor.factor_type] ?? factor.factor_type,
          facts: `${factor.friendly_name ? `${factor.friendly_name}, ` : ""}added ${formatTime(factor.created_at)}`,
          tag: factor.status === "verified" ? undefined : "not verified",
          action: "Delete",
          doneMessage: "Deleted the factor.",
          consequence:
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
  emptyText,
  methods,
}: {
  readonly id: string;
  readonly title: string;
  readonly emptyText: ReactNode;
  readonly methods: readonly SignInMethod[];
}) {
  const change = useUserChange(id);
  const [methodToRemove, setMethodToRemove] = useState<SignInMethod | null>(null);
  return (
    <section>
      <h2>{title}</h2>
      {methods.length === 0 && <p className="quiet">{emptyText}</p>}
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
              onClick={() => setMethodToRemove(method)}
            >
              {method.action}
              <span className="visually-hidden"> {method.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {methodToRemove && (
        <FormDialog
          title={`${methodToRemove.action} ${methodToRemove.name}?`}
          action={methodToRemove.action}
          tone="danger"
          onSubmit={() => change(methodToRemove.remove, methodToRemove.doneMessage)}
          onClose={() => setMethodToRemove(null)}
        >
          <p>{methodToRemove.consequence}</p>
        </FormDialog>
      )}
    </section>
  );
}
