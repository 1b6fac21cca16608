import { useState } from "react";
import { type UserDetails, updateUser } from "../api/users.ts";
import { CopyText } from "../shell/copy-text.tsx";
import { formatTime } from "../shell/format.ts";
import { useToasts } from "../shell/toasts.tsx";
import { AccountActions } from "./account-actions.tsx";
import { MetadataDialog } from "./metadata-dialog.tsx";
import { Sessions } from "./sessions.tsx";
import { SignInMethods } from "./sign-in-methods.tsx";
import { useUserChange } from "./use-user-change.ts";

/** Shows the account of a user, with all actions for it. */
export function AccountView({
  details,
  name,
}: {
  readonly details: UserDetails;
  readonly name: string;
}) {
  const { user } = details;
  const { id, email, phone, banned_until: bannedUntil } = user;
  const change = useUserChange(id);
  const toasts = useToasts();
  const [isEditing, setEditing] = useState(false);
  const confirm = (address: "email" | "phone") =>
    void change(
      () => updateUser(id, address === "email" ? { confirmsEmail: true } : { confirmsPhone: true }),
      `Confirmed the ${address === "email" ? "address" : "number"}.`,
    ).catch(toasts.fail);
  const isBanned = bannedUntil !== undefined && Date.parse(bannedUntil) > Date.now();
  return (
    <>
      {isBanned && (
        <p className="message message-warning">Banned until {formatTime(bannedUntil)}.</p>
      )}
      <AccountActions user={user} name={name} isBanned={isBanned} />
      <section aria-label="Account">
        <dl className="request-list">
          <dt>Id</dt>
          <dd className="with-button">
            <code>{id}</code>
            <CopyText text={id} name="id" />
          </dd>
          {(email !== "" || phone === "") && (
            <Address
              name="Email"
              address={email}
              confirmedAt={user.email_confirmed_at}
              onConfirm={() => confirm("email")}
            />
          )}
          {phone !== "" && (
            <Address
              name="Phone"
              address={`+${phone}`}
              confirmedAt={user.phone_confirmed_at}
              onConfirm={() => confirm("phone")}
            />
          )}
          <dt>Role</dt>
          <dd>
            {user.role || "none"}
            {user.is_anonymous ? ", anonymous" : ""}
          </dd>
          <dt>Created</dt>
          <dd>{formatTime(user.created_at)}</dd>
          {user.invited_at && (
            <>
              <dt>Invited</dt>
              <dd>{formatTime(user.invited_at)}</dd>
            </>
          )}
          <dt>Last sign-in</dt>
          <dd>{formatTime(user.last_sign_in_at)}</dd>
        </dl>
      </section>
      <Sessions id={id} sessions={details.sessions} count={details.count} />
      <SignInMethods details={details} />
      <section>
        <h2>Metadata</h2>
        <div className="metadata">
          <MetadataBlock title="User metadata" value={user.user_metadata} />
          <MetadataBlock title="App metadata" value={user.app_metadata} />
        </div>
        <p className="button-row">
          <button type="button" className="button" onClick={() => setEditing(true)}>
            Edit metadata
          </button>
        </p>
      </section>
      {isEditing && <MetadataDialog user={user} onClose={() => setEditing(false)} />}
    </>
  );
}

function Address({
  name,
  address,
  confirmedAt,
  onConfirm,
}: {
  readonly name: string;
  readonly address: string;
  readonly confirmedAt: string | undefined;
  readonly onConfirm: () => void;
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="with-button">
        {address === "" ? "none" : <bdi>{address}</bdi>}
        {address !== "" && !confirmedAt && (
          <>
            <span className="tag">not confirmed</span>
            <button type="button" className="button button-small" onClick={onConfirm}>
              Confirm<span className="visually-hidden"> {address}</span>
            </button>
          </>
        )}
      </dd>
    </>
  );
}

function MetadataBlock({ title, value }: { readonly title: string; readonly value: object }) {
  return (
    <div>
      <h3>{title}</h3>
      <pre className="definition">
        <code>{JSON.stringify(value, null, 2)}</code>
      </pre>
    </div>
  );
}
