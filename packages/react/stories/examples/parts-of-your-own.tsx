import { Auth, SignUpField, TermsCheckbox } from "@portico/react";
import "@portico/react/styles.css";
import type { ComponentPropsWithRef } from "react";
import { supabase } from "./supabase";

function RoundButton(props: ComponentPropsWithRef<"button">) {
  return <button {...props} className={`${props.className} rounded`} />;
}

export default function Page() {
  return (
    <Auth
      supabaseClient={supabase}
      view="sign_up"
      components={{ button: RoundButton }}
      slots={{ sign_in: <p>We never share your address.</p> }}
      onSuccess={({ view, user }) => console.log(view, user?.id)}
      onError={({ view, message, error }) => console.warn(view, message, error)}
    >
      <SignUpField name="full_name" label="Full name" autoComplete="name" required />
      <TermsCheckbox value="2026-01" error="Please accept the terms.">
        I accept the <a href="/terms">terms</a>
      </TermsCheckbox>
    </Auth>
  );
}
