import { auth } from "./client.ts";
import { measure } from "./page.tsx";

/** A minimal sign-in form: no style, no icons, no messages, no other view. */
function Form() {
  const signIn = (fields: FormData) =>
    auth.signInWithPassword({
      email: String(fields.get("email")),
      password: String(fields.get("password")),
    });
  return (
    <div>
      {(["github", "google", "azure"] as const).map((provider) => (
        <button
          key={provider}
          type="button"
          onClick={() => void auth.signInWithOAuth({ provider })}
        >
          Sign in with {provider}
        </button>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void signIn(new FormData(event.currentTarget));
        }}
      >
        <label htmlFor="email">Email address</label>
        <input id="email" type="email" name="email" autoComplete="username" />
        <label htmlFor="password">Your password</label>
        <input id="password" type="password" name="password" autoComplete="current-password" />
        <button type="submit">Sign in</button>
        <a href="#auth-forgot-password">Forgot your password?</a>
        <a href="#auth-sign-up">Don't have an account? Sign up</a>
      </form>
    </div>
  );
}

measure(Form);
