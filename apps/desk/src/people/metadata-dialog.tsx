import { useId, useState } from "react";
import { changePerson, type Metadata, type User } from "../api/people.ts";
import { FormDialog } from "../shell/form-dialog.tsx";
import { useChangesOfPerson } from "./use-changes-of-person.ts";

/** Edits both kinds of metadata as JSON. */
export function MetadataDialog({
  user,
  onClose,
}: {
  readonly user: User;
  readonly onClose: () => void;
}) {
  const change = useChangesOfPerson(user.id);
  const [own, setOwn] = useState(() => JSON.stringify(user.user_metadata, null, 2));
  const [app, setApp] = useState(() => JSON.stringify(user.app_metadata, null, 2));
  const [ownProblem, appProblem] = [problemOf(own), problemOf(app)];
  const submit = async () => {
    if (ownProblem !== undefined || appProblem !== undefined) return false;
    await change(
      () =>
        changePerson(user.id, {
          userMetadata: patchOf(user.user_metadata, JSON.parse(own)),
          appMetadata: patchOf(user.app_metadata, JSON.parse(app)),
        }),
      "Saved the metadata.",
    );
    return true;
  };
  return (
    <FormDialog title="Edit metadata" action="Save" onSubmit={submit} onClose={onClose}>
      <JsonField
        label="User metadata, which the user can change"
        value={own}
        problem={ownProblem}
        onChange={setOwn}
        isFirst
      />
      <JsonField
        label="App metadata, which only servers change"
        value={app}
        problem={appProblem}
        onChange={setApp}
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

function problemOf(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? undefined : "The value must be a JSON object.";
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`;
  }
}

/** Returns what the wire merges into the metadata: null removes a member. */
function patchOf(current: Metadata, next: Metadata): Metadata {
  const removed = Object.keys(current).filter((name) => !Object.hasOwn(next, name));
  return { ...next, ...Object.fromEntries(removed.map((name) => [name, null])) };
}
