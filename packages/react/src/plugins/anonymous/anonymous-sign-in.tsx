"use client";

import { Button } from "../../elements/button.tsx";
import { resolveCaptchaToken } from "../../form/captcha.ts";
import { notify } from "../../form/notify.ts";
import { hasMethod } from "../client.ts";
import type { AuthPlugin, PluginForm, SignInMethod } from "../plugin.ts";
import { isDisabledByServer } from "../server-settings/is-disabled-by-server.ts";
import { textsFor } from "../texts-for.ts";
import { anonymous as english } from "./en.ts";

/**
 * Adds a button that signs in anonymously, for visitors who want to try the application. `AnonymousUpgrade` later turns
 * the guest into a full account that keeps its data.
 *
 * @example
 * const plugins = [anonymousSignIn()];
 * <Auth supabaseClient={supabase} plugins={plugins} />
 */
export function anonymousSignIn(): AuthPlugin {
  return { Below: AnonymousButton, method };
}

const method: SignInMethod = {
  name: "anonymous",
  isOffered: ({ options, view }) =>
    (view === "sign_in" || view === "sign_up") &&
    hasMethod(options.supabaseClient, "signInAnonymously") &&
    !isDisabledByServer(options, ({ external }) => external?.["anonymous_users"]),
};

function AnonymousButton({ form }: { form: PluginForm }) {
  const { options, submission, view } = form;
  const { additionalData: data, localization, supabaseClient } = options;
  if (!method.isOffered(form) || !hasMethod(supabaseClient, "signInAnonymously")) return null;
  const texts = textsFor("anonymous", english, localization);
  return (
    <div className="portico-ways">
      <Button
        {...submission.busy("anonymous")}
        data-method="anonymous"
        onClick={() =>
          void submission.run("anonymous", async () => {
            const captcha = await resolveCaptchaToken(options);
            const response = await supabaseClient.auth.signInAnonymously({
              options: { ...captcha, ...(data && { data }) },
            });
            if (response.error) throw response.error;
            const { user, session } = response.data;
            notify(() => options.onSuccess?.({ view, user, session }));
            return undefined;
          })
        }
      >
        {submission.sending("anonymous") ? texts.loading_button_label : texts.button_label}
      </Button>
    </div>
  );
}
