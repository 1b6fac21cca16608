import { useId, useState } from "react";
import { changePerson } from "../api/people.ts";
import { FormDialog } from "../shell/form-dialog.tsx";
import { useChangesOfPerson } from "./use-changes-of-person.ts";

const hour = 60 * 60;
const day = 24 * hour;

const durations = [
  ["An hour", hour],
  ["A day", day],
  ["A week", 7 * day],
  ["30 days", 30 * day],
  ["100 years", 100 * 365 * day],
] as const;

/** Bans a user for a time or until a day. */
export function BanDialog({
  id,
  name,
  onClose,
}: {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const field = useId();
  const change = useChangesOfPerson(id);
  const [choice, setChoice] = useState<string>(String(day));
  const [until, setUntil] = useState("");
  const submit = async () => {
    const seconds =
      choice === "until" ? Math.ceil((Date.parse(until) - Date.now()) / 1000) : Number(choice);
    if (!(seconds > 0)) throw new Error("Choose a time in the future.");
    await change(() => changePerson(id, { banSeconds: seconds }), "Banned the user.");
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
      <label htmlFor={`${field}-duration`}>For how long</label>
      <select
        id={`${field}-duration`}
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
          <label htmlFor={`${field}-until`}>Until</label>
          <input
            id={`${field}-until`}
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
