import { type FormEvent, useState } from "react";
import { keyIn, saveKey } from "../api/key.ts";

/** Asks the user for the link that opens the desk. */
export function Locked({
  isRefused,
  onKey,
}: {
  readonly isRefused: boolean;
  readonly onKey: () => void;
}) {
  const [problem, setProblem] = useState("");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const key = keyIn(String(new FormData(event.currentTarget).get("link") ?? ""));
    if (key === undefined) return setProblem("This is not a link of the desk.");
    setProblem("");
    saveKey(key);
    onKey();
  };
  return (
    <main className="locked">
      <h1>Open the desk</h1>
      <p>
        {isRefused
          ? "The server has restarted, and its link has changed. "
          : "The desk shows everything in your project, so it opens only with its link. "}
        The server prints the link when it starts, and this command shows it again:
      </p>
      <pre>
        <code>npx portico status</code>
      </pre>
      <form onSubmit={submit} noValidate>
        <label htmlFor="link">Link</label>
        <input
          id="link"
          name="link"
          className="input"
          type="password"
          autoComplete="off"
          aria-invalid={problem !== ""}
          aria-describedby="link-problem"
        />
        <p id="link-problem" className="field-problem" role="alert">
          {problem}
        </p>
        <button type="submit" className="button button-primary">
          Open
        </button>
      </form>
    </main>
  );
}
