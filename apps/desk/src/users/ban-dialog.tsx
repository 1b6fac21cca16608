import { useId, useState } from "react";
import { updateUser } from "../api/users.ts";
import { FormDialog } from "../shell/form-dialog.tsx";
import { useUserChange } from "./use-user-change.ts";

const hourSeconds = 60 * 60;
const daySeconds = 24 * hourSeconds;

const durations = [
  ["An hour", hourSeconds],
  ["A day", daySeconds],
  ["A week", 7 * daySeconds],
  ["30 days", 30 * daySeconds],
  ["100 years", 100 * 365 * daySeconds],
] as const;

/** Bans a user for a duration or until a date. */
export function BanDialog({
  id,
  name,
  onClose,
}: {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const fieldId = useId();
  const change = useUserChange(id);
  const [choice, setChoice] = useState<string>(String(daySeconds));
  const [until, setUntil] = useState("");
  const submit = async () => {
    const seconds =
      choice === "until" ? Math.ceil((Date.parse(until) - Date.now()) / 1000) : Number(choice);
    if (!(seconds > 0)) throw new Error("Choose a time in the future.");
    await change(() => updateUser(id, { banSeconds: seconds }), "Banned the user.");
  };
  return (
    <FormDialog
      title="Ban this user?"
      action="Ban"
      tone="danger"
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        <bdi>{name}</bdi> can no longer sign in, and the user's sessions end. Access tokens that are
        in use stay valid until they expire.
      </p>
      <label htmlFor={`${fieldId}-duration`}>For how long</label>
      <select
        id={`${fieldId}-duration`}
        className="input"
        value={choice}
        onChange={(event) => setChoice(event.target.value)}
      >
        {durations.map(([text, seconds]) => (
          <option key={seconds} value={seconds}>
            {text}
          </option>
        ))}
        <option value="until">Until …</option>
      </select>
      {choice === "until" && (
        <>
          <label htmlFor={`${fieldId}-until`}>Until</label>
          <input
            id={`${fieldId}-until`}
            className="input"
            type="datetime-local"
            required
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
