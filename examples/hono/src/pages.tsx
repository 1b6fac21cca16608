import { AuthCard, UserContextProvider } from "@portico/react";
import { Auth, type AuthHandlerState, authHandler } from "@portico/react/plugins";
import { SecondFactor } from "@portico/react/protected";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { AuthVariables } from "./auth.ts";

interface FormProps {
  supabase: SupabaseClient;
  state: AuthHandlerState;
}

export interface Note {
  id: string;
  text: string;
}

/** Returns a page. It has no script: every form and link works as HTML. */
export function renderPage(children: ReactNode): string {
  return `<!doctype html>${renderToString(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/styles.css" />
        <title>Notes</title>
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>,
  )}`;
}

/** The front page, for visitors. */
export function SignIn({ supabase, state }: FormProps) {
  return (
    <AuthCard>
      <Auth
        supabaseClient={supabase}
        plugins={[authHandler(state)]}
        providers={["github"]}
        magicLink
      />
    </AuthCard>
  );
}

/** The page that the password reset link opens. */
export function Password({ supabase, state }: FormProps) {
  return (
    <AuthCard>
      <Auth supabaseClient={supabase} plugins={[authHandler(state)]} view="update_password" />
    </AuthCard>
  );
}

/** Asks for the second factor instead of showing the page. */
export function SecondStep({ supabase, gate }: AuthVariables) {
  return (
    <UserContextProvider supabaseClient={supabase}>
      <AuthCard>
        <SecondFactor supabaseClient={supabase} handler={gate.secondFactor} />
      </AuthCard>
    </UserContextProvider>
  );
}

export function Notes({ email, notes }: { email: string | undefined; notes: readonly Note[] }) {
  return (
    <>
      <header className="bar">
        <p>Signed in as {email}</p>
        <form method="post" action="/auth?view=sign_out">
          <button type="submit">Sign out</button>
        </form>
      </header>
      <h1>Notes</h1>
      <form method="post" className="new-note">
        <label htmlFor="text">New note</label>
        <input id="text" name="text" required maxLength={500} autoComplete="off" />
        <button type="submit">Add</button>
      </form>
      <ul className="notes">
        {notes.map(({ id, text }) => (
          <li key={id}>
            <span>{text}</span>
            <form method="post">
              <input type="hidden" name="id" value={id} />
              <button type="submit" aria-label={`Delete ${text}`}>
                Delete
              </button>
            </form>
          </li>
        ))}
      </ul>
    </>
  );
}
