import { useSignIn } from "@portico/react";
import { supabase } from "./supabase";

export default function Page() {
  const { alert, button, fields, form, heading, status } = useSignIn({
    supabaseClient: supabase,
    onSuccess: ({ user }) => console.log("Signed in as", user?.email),
  });
  return (
    <form {...form}>
      <h2 {...heading} />
      {fields.map(({ name, label, input }) => (
        <p key={name}>
          <label htmlFor={label.htmlFor}>{label.children}</label>
          <br />
          <input {...input} />
        </p>
      ))}
      <button {...button} />
      <p {...status} />
      <p {...alert} />
    </form>
  );
}
