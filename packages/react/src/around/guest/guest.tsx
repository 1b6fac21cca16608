"use client";

import { Button } from "../../elements/button.tsx";
import type { AuthForm } from "../../use-auth-form.ts";
import { captchaOf } from "../captcha-token.ts";
import { has } from "../client.ts";
import type { Extra, Way } from "../extra.ts";
import { wordsFor } from "../words-for.ts";
import { guest as english } from "./en.ts";

/**
 * A button that lets people look around before they say who they are: an anonymous sign-in. What
 * they make stays theirs when they stay: see `GuestUpgrade`.
 *
 * @example
 * const around = [guest()];
 * <Auth supabaseClient={supabase} around={around} />
 */
export function guest(): Extra {
  return { Below: GuestButton, way };
}

const way: Way = {
  name: "guest",
  isOffered: ({ options, view }) =>
    (view === "sign_in" || view === "sign_up") && has(options.supabaseClient, "signInAnonymously"),
};

function GuestButton({ form }: { form: AuthForm }) {
  const { options, submission, view } = form;
  const { additionalData: data, localization, supabaseClient } = options;
  if (view !== "sign_in" && view !== "sign_up") return null;
  if (!has(supabaseClient, "signInAnonymously")) return null;
  const words = wordsFor("guest", english, localization);
  return (
    <div className="portico-ways">
      <Button
        {...submission.busy("guest")}
        data-way="guest"
        onClick={() =>
          void submission.run("guest", async () => {
            const captcha = await captchaOf(options);
            const answer = await supabaseClient.auth.signInAnonymously({
              options: { ...captcha, ...(data && { data }) },
            });
            if (answer.error) throw answer.error;
            const { user, session } = answer.data;
            queueMicrotask(() => options.onSuccess?.({ view, user, session }));
            return undefined;
          })
        }
      >
        {submission.sending("guest") ? words.loading_button_label : words.button_label}
      </Button>
    </div>
  );
}
