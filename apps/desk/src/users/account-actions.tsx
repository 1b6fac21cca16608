import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import {
  deleteUser,
  getUserReferences,
  type MessageRequest,
  sendMessage,
  type User,
  updateUser,
} from "../api/users.ts";
import { Failure } from "../shell/failure.tsx";
import { FormDialog } from "../shell/form-dialog.tsx";
import { useToasts } from "../shell/toasts.tsx";
import { BanDialog } from "./ban-dialog.tsx";
import { OpenAsDialog } from "./open-as-dialog.tsx";
import { useUserChange } from "./use-user-change.ts";
import { userKey, usersKey } from "./user-path.ts";

/** The buttons that act on a whole account. */
export function AccountActions({
  user,
  name,
  isBanned,
}: {
  readonly user: User;
  readonly name: string;
  readonly isBanned: boolean;
}) {
  const { id, email, phone } = user;
  const change = useUserChange(id);
  const toasts = useToasts();
  const [dialog, setDialog] = useState<"open" | "password" | "ban" | "delete" | null>(null);
  const close = () => setDialog(null);
  const send = (message: MessageRequest) =>
    void change(() => sendMessage(message), "Sent. The message is in Mail.").catch(toasts.fail);
  return (
    <fieldset className="button-row">
      <legend className="visually-hidden">Actions for {name}</legend>
      {email !== "" && (
        <>
          <button type="button" className="button button-primary" onClick={() => setDialog("open")}>
            Open the application as this user
          </button>
          <button
            type="button"
            className="button"
            onClick={() => send({ kind: "magic_link", email })}
          >
            Send magic link
          </button>
          <button
            type="button"
            className="button"
            onClick={() => send({ kind: "recovery", email })}
          >
            Send reset link
          </button>
        </>
      )}
      {phone !== "" && (
        <button type="button" className="button" onClick={() => send({ kind: "code", phone })}>
          Send code
        </button>
      )}
      <button type="button" className="button" onClick={() => setDialog("password")}>
        Set password
      </button>
      {isBanned ? (
        <button
          type="button"
          className="button"
          onClick={() =>
            void change(() => updateUser(id, { banSeconds: 0 }), "Ended the ban.").catch(
              toasts.fail,
            )
          }
        >
          End ban
        </button>
      ) : (
        <button type="button" className="button" onClick={() => setDialog("ban")}>
          Ban
        </button>
      )}
      <button type="button" className="button button-danger" onClick={() => setDialog("delete")}>
        Delete user
      </button>
      {dialog === "open" && <OpenAsDialog email={email} onClose={close} />}
      {dialog === "password" && <PasswordDialog id={id} onClose={close} />}
      {dialog === "ban" && <BanDialog id={id} name={name} onClose={close} />}
      {dialog === "delete" && <DeleteDialog id={id} name={name} onClose={close} />}
    </fieldset>
  );
}

function PasswordDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const fieldId = useId();
  const change = useUserChange(id);
  return (
    <FormDialog
      title="Set a password"
      action="Set password"
      onSubmit={(fields) =>
        change(
          () => updateUser(id, { password: String(fields.get("password") ?? "") }),
          "Set the password.",
        )
      }
      onClose={onClose}
    >
      <label htmlFor={fieldId}>New password</label>
      <input
        id={fieldId}
        name="password"
        className="input"
        type="text"
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={72}
        data-first-focus
      />
      <p className="quiet">The rules of the project apply. No message is sent.</p>
    </FormDialog>
  );
}

const consequences = {
  deleted: "are deleted",
  "kept without the user": "stay, without the user",
  refused: "prevent the deletion",
} as const;

function DeleteDialog({
  id,
  name,
  onClose,
}: {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const fieldId = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [typedName, setTypedName] = useState("");
  const belongings = useQuery({
    queryKey: ["belongings", id],
    queryFn: () => getUserReferences(id),
    staleTime: 0,
  });
  const submit = async () => {
    if (typedName.trim() !== name) return false;
    await deleteUser(id);
    toasts.show("Deleted the user.");
    void navigate("/people");
    // Do not refetch the user, who no longer exists, although their view is still mounted.
    void client.invalidateQueries({ queryKey: userKey(id), refetchType: "none" });
    void client.invalidateQueries({ queryKey: usersKey });
    return true;
  };
  return (
    <FormDialog
      title="Delete this user?"
      action="Delete user"
      tone="danger"
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        The account of <bdi>{name}</bdi>, its sessions, identities and factors are deleted. This
        cannot be undone.
      </p>
      {belongings.isPending && <p className="quiet">Looking for rows of the user …</p>}
      {belongings.isError && <Failure error={belongings.error} />}
      <ul className="belongings">
        {belongings.data?.belongings.map(({ schema, name: table, column, consequence, rows }) => (
          <li key={`${schema}.${table}.${column}`} data-consequence={consequence}>
            {rows.count.toLocaleString("en-US")}
            {rows.isExact ? "" : " or more"} {rows.count === 1 ? "row" : "rows"} of{" "}
            <code>
              {schema}.{table}
            </code>{" "}
            {consequences[consequence]} (<code>{column}</code>)
          </li>
        ))}
      </ul>
      {belongings.data?.belongings.length === 0 && (
        <p className="quiet">No row of the project refers to the user.</p>
      )}
      <label htmlFor={fieldId}>
        Type <bdi>{name}</bdi> to confirm
      </label>
      <input
        id={fieldId}
        className="input"
        autoComplete="off"
        spellCheck={false}
        value={typedName}
        aria-invalid={typedName !== "" && !name.startsWith(typedName.trim())}
        onChange={(event) => setTypedName(event.target.value)}
      />
    </FormDialog>
  );
}
