import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { setTrouble, type TimeStatus, type Trouble, timeKey } from "../api/time.ts";
import { Failure } from "../shell/failure.tsx";

const switches = [
  ["mailRefused", "Mail is refused", "Messages stay in the outbox and are tried again later."],
  ["providersDown", "Social providers are down", "The sandbox answers the server with 503."],
  ["rateLimited", "Rate limits are reached", "Sign-in, sign-up and codes are refused with 429."],
] as const;

const delays = [
  ["delay", "Slow responses", "Every request to the project waits first."],
  ["mailDelay", "Slow mail", "Every message waits before it is sent."],
] as const;

const delayOptions = [
  [0, "No delay"],
  [500, "0.5 seconds"],
  [2_000, "2 seconds"],
  [10_000, "10 seconds"],
  [60_000, "60 seconds"],
] as const;

/** Switches simulated failures on and off, and links to the sandbox. */
export function TroubleSection({ status }: { readonly status: TimeStatus }) {
  const id = useId();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: setTrouble,
    onSuccess: (next) => client.setQueryData(timeKey, next),
  });
  const { trouble, providers } = status;
  const set = (changes: Trouble) => change.mutate({ ...trouble, ...changes });
  return (
    <>
      <section aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>Trouble</h2>
        <p className="quiet">
          See how your application behaves when something fails. It ends when the server stops.
        </p>
        <ul className="switches">
          {switches.map(([name, title, text]) => (
            <li key={name}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={trouble[name] === true}
                  aria-describedby={`${id}-${name}`}
                  onChange={(event) => set({ [name]: event.target.checked })}
                />
                {title}
              </label>
              <span id={`${id}-${name}`} className="quiet">
                {text}
              </span>
            </li>
          ))}
          {delays.map(([name, title, text]) => (
            <li key={name}>
              <span className="switch-delay">
                <label htmlFor={`${id}-${name}`}>{title}</label>
                <select
                  id={`${id}-${name}`}
                  className="input"
                  aria-describedby={`${id}-${name}-text`}
                  value={trouble[name] ?? 0}
                  onChange={(event) => set({ [name]: Number(event.target.value) })}
                >
                  {delayOptions.map(([delayMs, optionTitle]) => (
                    <option key={delayMs} value={delayMs}>
                      {optionTitle}
                    </option>
                  ))}
                </select>
              </span>
              <span id={`${id}-${name}-text`} className="quiet">
                {text}
              </span>
            </li>
          ))}
        </ul>
        {change.isError && <Failure error={change.error} />}
      </section>
      <section aria-labelledby={`${id}-sandbox`}>
        <h2 id={`${id}-sandbox`}>Sandbox</h2>
        {providers.length === 0 ? (
          <p className="quiet">
            No social provider is enabled. Add <code>[auth.external.github]</code> with{" "}
            <code>enabled = true</code> to config.toml; without a client id, the sandbox stands in.
          </p>
        ) : (
          <>
            <p className="quiet">
              The sandbox stands in for providers without a client id. It signs in as anybody, and
              fails in the ways that providers do.
            </p>
            <ul className="providers">
              {providers.map(({ name, isSandbox }) => (
                <li key={name}>
                  <span className="fact-name">{name}</span>
                  {isSandbox ? (
                    <a
                      className="button button-small"
                      href={`/auth/v1/authorize?provider=${encodeURIComponent(name)}`}
                      target="_blank"
                      rel="noreferrer noopener"
                    >
                      Sign in<span className="visually-hidden"> with {name} in a new tab</span>
                    </a>
                  ) : (
                    <span className="quiet">uses its own client id</span>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </>
  );
}
