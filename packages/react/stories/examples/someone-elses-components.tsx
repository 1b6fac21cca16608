import { useMagicLink, useSocialAuth } from "@portico/react";
import { Press, TextField } from "./design-system";
import { supabase } from "./supabase";

export default function Page() {
  const { alert, button, fields, form, heading, state, status } = useMagicLink({
    supabaseClient: supabase,
  });
  const social = useSocialAuth({ supabaseClient: supabase, providers: ["google"] });
  const invalidField = state.phase === "failed" ? state.field : undefined;
  return (
    <section>
      <h2 {...heading} />
      {social.buttons.map(({ provider, button }) => (
        <Press
          key={provider}
          kind="plain"
          busy={button.disabled}
          onPress={() => button.onClick?.()}
        >
          {button.children}
        </Press>
      ))}
      <form {...form}>
        {fields.map(({ name, label, input }) => (
          <TextField
            key={name}
            {...input}
            label={label.children}
            error={invalidField === name && <span {...alert} />}
          />
        ))}
        <Press kind="primary" submits busy={button.disabled}>
          {button.children}
        </Press>
      </form>
      <p {...status} />
      {!invalidField && <p {...alert} />}
      <p role="alert">{social.error}</p>
    </section>
  );
}
