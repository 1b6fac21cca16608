import { useId, useState } from "react";
import { type Metadata, type User, updateUser } from "../api/users.ts";
import { FormDialog } from "../shell/form-dialog.tsx";
import { useUserChange } from "./use-user-change.ts";

/** Edits both kinds of metadata as JSON. */
export function MetadataDialog({
  user,
  onClose,
}: {
  readonly user: User;
  readonly onClose: () => void;
}) {
  const change = useUserChange(user.id);
  const [userText, setUserText] = useState(() => JSON.stringify(user.user_metadata, null, 2));
  const [appText, setAppText] = useState(() => JSON.stringify(user.app_metadata, null, 2));
  const [userProblem, appProblem] = [jsonProblem(userText), jsonProblem(appText)];
  const submit = async () => {
    if (userProblem !== undefined || appProblem !== undefined) return false;
    await change(
      () =>
        updateUser(user.id, {
          userMetadata: createPatch(user.user_metadata, JSON.parse(userText)),
          appMetadata: createPatch(user.app_metadata, JSON.parse(appText)),
        }),
      "Saved the metadata.",
    );
    return true;
  };
  return (
    <FormDialog title="Edit metadata" action="Save" onSubmit={submit} onClose={onClose}>
      <JsonField
        label="User metadata, which the user can change"
        value={userText}
        problem={userProblem}
        onChange={setUserText}
        isFirst
      />
      <JsonField
        label="App metadata, which only servers change"
        value={appText}
        problem={appProblem}
        onChange={setAppText}
      />
      <p className="quiet">Access tokens have the new values after their next refresh.</p>
    </FormDialog>
  );
}

function JsonField({
  label,
  value,
  problem,
  onChange,
  isFirst = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
  readonly isFirst?: boolean;
}) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input input-code"
        rows={8}
        spellCheck={false}
        value={value}
        data-first-focus={isFirst ? "" : undefined}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-problem`} className="field-problem" role={problem ? "alert" : undefined}>
        {problem}
      </p>
    </>
  );
}

function jsonProblem(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? undefined : "The value must be a JSON object.";
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`;
  }
}

/** Returns a patch, which the auth API merges into the metadata. A null removes a key. */
function createPatch(current: Metadata, next: Metadata): Metadata {
  const removedKeys = Object.keys(current).filter((name) => !Object.hasOwn(next, name));
  return { ...next, ...Object.fromEntries(removedKeys.map((name) => [name, null])) };
}
