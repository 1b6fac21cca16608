import { type FormEvent, useId, useState } from "react";
import { useErrorText } from "../auth/error-text.ts";
import { useBackend } from "../data/backend.tsx";
import { useWords } from "../i18n/vocabulary.tsx";
import { usePerson } from "../shell/person.tsx";
import { Section } from "./section.tsx";

type State =
  | { readonly phase: "idle" | "busy" | "done" }
  | { readonly phase: "failed"; readonly message: string };

/** Sets a new password. Its rules are the server's, and so are the words when it refuses one. */
export function Password() {
  const words = useWords().account.password;
  const person = usePerson();
  const { auth } = useBackend();
  const textOf = useErrorText();
  const [state, setState] = useState<State>({ phase: "idle" });
  const [password, setPassword] = useState("");
  const ids = { password: useId(), message: useId() };
  const failed = state.phase === "failed";

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state.phase === "busy") return;
    setState({ phase: "busy" });
    const { error } = await auth.updateUser({ password });
    if (error) {
      setState({ phase: "failed", message: textOf(error) });
      document.getElementById(ids.password)?.focus();
      return;
    }
    setPassword("");
    setState({ phase: "done" });
  };

  return (
    <Section title={words.title} text={words.text}>
      <form className="password-form" onSubmit={(event) => void submit(event)}>
        {/* Tells a password manager whose password this is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={person.email ?? person.phone ?? ""}
          readOnly
          hidden
        />
        <label htmlFor={ids.password}>{words.label}</label>
        <PasswordInput
          id={ids.password}
          value={password}
          invalid={failed}
          describedBy={failed ? ids.message : undefined}
          onChange={(next) => {
            setPassword(next);
            if (failed) setState({ phase: "idle" });
          }}
        />
        <button type="submit" className="button" aria-disabled={state.phase === "busy"}>
          {state.phase === "busy" ? words.busy : words.button}
        </button>
        <div role="status">
          {state.phase === "done" && <p className="message message-success">{words.done}</p>}
        </div>
        <div role="alert">
          {failed && (
            <p id={ids.message} className="message message-danger">
              {state.message}
            </p>
          )}
        </div>
      </form>
    </Section>
  );
}

function PasswordInput(props: {
  id: string;
  value: string;
  invalid: boolean;
  describedBy: string | undefined;
  onChange: (value: string) => void;
}) {
  const words = useWords().account.password;
  const [shown, setShown] = useState(false);
  return (
    <div className="password-input">
      <input
        id={props.id}
        className="input"
        type={shown ? "text" : "password"}
        name="new-password"
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        required
        placeholder={words.placeholder}
        value={props.value}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <button
        type="button"
        className="link-button"
        aria-controls={props.id}
        onClick={() => setShown(!shown)}
      >
        {shown ? words.hide : words.show}
      </button>
    </div>
  );
}
