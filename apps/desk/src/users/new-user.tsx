import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useNavigate } from "react-router";
import { createUser, inviteUser, type User } from "../api/users.ts";
import { FormDialog } from "../shell/form-dialog.tsx";
import { useToasts } from "../shell/toasts.tsx";
import { userPath, usersKey } from "./user-path.ts";

/** Creates a user without sending a message. */
export function NewUserDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const openUser = useOpenUser();
  const submit = async (fields: FormData) => {
    const readText = (name: string) => String(fields.get(name) ?? "").trim();
    const [email, phone, password] = [
      readText("email"),
      readText("phone"),
      String(fields.get("password")),
    ];
    const user = await createUser({
      ...(email !== "" && { email }),
      ...(phone !== "" && { phone }),
      ...(password !== "" && { password }),
      isConfirmed: fields.has("confirmed"),
    });
    openUser(user, "Created the user.");
  };
  return (
    <FormDialog title="New user" action="Create user" onSubmit={submit} onClose={onClose}>
      <label htmlFor={`${id}-email`}>Email</label>
      <input
        id={`${id}-email`}
        name="email"
        className="input"
        type="email"
        autoComplete="off"
        maxLength={320}
        data-first-focus
      />
      <label htmlFor={`${id}-phone`}>Phone</label>
      <input
        id={`${id}-phone`}
        name="phone"
        className="input"
        type="tel"
        autoComplete="off"
        maxLength={32}
        placeholder="+15550100"
      />
      <label htmlFor={`${id}-password`}>Password</label>
      <input
        id={`${id}-password`}
        name="password"
        className="input"
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={72}
        placeholder="none"
      />
      <label className="check">
        <input type="checkbox" name="confirmed" defaultChecked />
        The address is confirmed
      </label>
    </FormDialog>
  );
}

/** Creates a user and sends the invitation. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const openUser = useOpenUser();
  const submit = async (fields: FormData) =>
    openUser(
      await inviteUser(String(fields.get("email") ?? "").trim()),
      "Sent the invitation. It is in Mail.",
    );
  return (
    <FormDialog title="Invite a user" action="Send invitation" onSubmit={submit} onClose={onClose}>
      <label htmlFor={`${id}-email`}>Email</label>
      <input
        id={`${id}-email`}
        name="email"
        className="input"
        type="email"
        autoComplete="off"
        required
        maxLength={320}
        data-first-focus
      />
    </FormDialog>
  );
}

function useOpenUser() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  return ({ id }: User, message: string) => {
    toasts.show(message);
    void client.invalidateQueries({ queryKey: usersKey });
    void navigate(userPath(id));
  };
}
