import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { getAccess } from "../api/access.ts";
import { parseKey, parseSecretKey, saveKey } from "../api/key.ts";

/** Asks for the link that opens the desk, or for the project's secret key where the desk is exposed. */
export function Locked({
  isRefused,
  onUnlock,
}: {
  readonly isRefused: boolean;
  readonly onUnlock: () => void;
}) {
  const access = useQuery({ queryKey: ["access"], queryFn: getAccess });
  const isSecret = access.data?.key === "secret";
  const [problem, setProblem] = useState("");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("key") ?? "");
    const key = isSecret ? parseSecretKey(text) : parseKey(text);
    if (key === undefined) {
      return setProblem(isSecret ? "This is not a secret key." : "This is not a link of the desk.");
    }
    setProblem("");
    saveKey(key);
    onUnlock();
  };
  return (
    <main className="locked">
      <h1>Open the desk</h1>
      {isSecret ? (
        <p>
          {isRefused
            ? "The server has refused this key. "
            : "The desk shows everything in your project, so it opens only with its secret key. "}
          It is forgotten when you close this tab.
        </p>
      ) : (
        <>
          <p>
            {isRefused
              ? "The server has restarted, and its link has changed. "
              : "The desk shows everything in your project, so it opens only with its link. "}
            The server prints the link when it starts, and this command shows it again:
          </p>
          <pre>
            <code>npx portico status</code>
          </pre>
        </>
      )}
      <form onSubmit={submit} noValidate>
        <label htmlFor="key">{isSecret ? "Secret key" : "Link"}</label>
        <input
          id="key"
          name="key"
          className="input"
          type="password"
          autoComplete="off"
          aria-invalid={problem !== ""}
          aria-describedby="key-problem"
        />
        <p id="key-problem" className="field-problem" role="alert">
          {problem}
        </p>
        <button type="submit" className="button button-primary">
          Open
        </button>
      </form>
    </main>
  );
}
