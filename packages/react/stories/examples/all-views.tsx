import { type AuthProps, useAuthForm } from "@portico/react";
import { supabase } from "./supabase";

export default function Page(props: Partial<AuthProps>) {
  const auth = useAuthForm({ supabaseClient: supabase, providers: ["github"], ...props });
  return (
    <div ref={auth.root}>
      <h2 {...auth.heading} />
      {auth.social.map(({ provider, button }) => (
        <button key={provider} {...button} />
      ))}
      {auth.hasForm && (
        // The key discards a typed password when the view changes.
        <form key={auth.view} {...auth.form}>
          {auth.username && <input {...auth.username} />}
          {auth.fields.map(({ name, label, input }) => (
            <p key={name}>
              <label htmlFor={label.htmlFor}>{label.children}</label>
              <br />
              <input {...input} />
            </p>
          ))}
          <button {...auth.button} />
          {auth.resend && <button {...auth.resend} />}
        </form>
      )}
      <nav>
        {auth.links.map(({ view, link }) => (
          <p key={view}>
            <a {...link} />
          </p>
        ))}
      </nav>
      <p {...auth.status} />
      <p {...auth.alert} />
    </div>
  );
}
