import { type FormEvent, useId, useState } from "react";
import { useRunAs } from "./run-as.tsx";

/** Edits the claims and headers of the role as JSON. A claim that is null is removed from the token. */
export function AdjustmentsForm({ close }: { readonly close: () => void }) {
  const { runAs, adjust } = useRunAs();
  const id = useId();
  const [problem, setProblem] = useState("");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    try {
      const claims = parseObject(String(data.get("claims") ?? ""), "The claims");
      const headers = parseObject(String(data.get("headers") ?? ""), "The headers");
      if (Object.values(headers ?? {}).some((value) => typeof value !== "string")) {
        throw new Error("Each header must be a string.");
      }
      adjust({
        ...(claims && { claims }),
        ...(headers && { headers: headers as Readonly<Record<string, string>> }),
      });
      close();
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const toText = (value: unknown) => (value === undefined ? "" : JSON.stringify(value, null, 2));
  return (
    <details
      className="adjustments"
      open={runAs.claims !== undefined || runAs.headers !== undefined}
    >
      <summary>Claims and headers</summary>
      <form className="form" onSubmit={submit}>
        <label htmlFor={`${id}-claims`}>Claims that replace those of the token</label>
        <textarea
          id={`${id}-claims`}
          name="claims"
          className="input input-code"
          rows={4}
          spellCheck={false}
          placeholder='{ "aal": "aal2" }'
          defaultValue={toText(runAs.claims)}
          aria-describedby={`${id}-problem`}
        />
        <label htmlFor={`${id}-headers`}>Headers of the request</label>
        <textarea
          id={`${id}-headers`}
          name="headers"
          className="input input-code"
          rows={3}
          spellCheck={false}
          placeholder='{ "x-tenant": "acme" }'
          defaultValue={toText(runAs.headers)}
          aria-describedby={`${id}-problem`}
        />
        <p id={`${id}-problem`} className="field-problem" role="alert">
          {problem}
        </p>
        <button type="submit" className="button button-primary">
          Apply
        </button>
      </form>
    </details>
  );
}

function parseObject(text: string, name: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} are not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error(`${name} are not a JSON object.`);
  }
  return value as Readonly<Record<string, unknown>>;
}
