"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import type { User } from "../../supabase-types.ts";
import { Root } from "../../theme/root.tsx";
import { AuthWithPlugins } from "../auth.tsx";
import { MessageSent, type SentOptions } from "../check-email/message-sent.tsx";
import type { AuthPlugin, AuthProps, PluginForm } from "../plugin.ts";
import { wordsFor } from "../words-for.ts";
import { anonymous as english } from "./en.ts";
import { type AnonymousUpgradeClient, upgradingClient } from "./upgrading-client.ts";

export interface AnonymousUpgradeProps
  extends Omit<AuthProps, "supabaseClient" | "view" | "magicLink" | "showLinks" | "otpType">,
    SentOptions {
  supabaseClient: AnonymousUpgradeClient;
  /** Called when the account is no longer anonymous. */
  onUpgraded?(user: User): void;
}

/**
 * Turns an anonymous account into a full one that keeps its data, with an address and a password or with a social
 * provider. Show it to anonymous users (`user.is_anonymous`).
 *
 * @example
 * user.is_anonymous && <AnonymousUpgrade supabaseClient={supabase} providers={["github"]} />
 */
export function AnonymousUpgrade(props: AnonymousUpgradeProps) {
  const { supabaseClient, onUpgraded, wait, codeLength, mailbox, ...formOptions } = props;
  const { localization } = formOptions;
  const client = useMemo(() => upgradingClient(supabaseClient), [supabaseClient]);
  const [sent, setSent] = useState<{ email: string; at: number }>();
  const [email, setEmail] = useState("");
  const plugins = useMemo(() => [explanationPlugin(email)], [email]);
  const root = useRef<HTMLDivElement>(null);
  const latestOnUpgraded = useRef(onUpgraded);
  const words = wordsFor("anonymous", english, localization);

  useEffect(() => {
    latestOnUpgraded.current = onUpgraded;
  });

  // The account is upgraded by a code in this tab, or by a link in this tab or another.
  useEffect(() => {
    const { data } = supabaseClient.auth.onAuthStateChange((event, session) => {
      if (event === "INITIAL_SESSION" || !session || session.user.is_anonymous) return;
      setSent(undefined);
      latestOnUpgraded.current?.(session.user);
    });
    return () => data.subscription.unsubscribe();
  }, [supabaseClient]);

  if (sent) {
    return (
      <Root look={formOptions} element={root}>
        <MessageSent
          form={{ ...formOptions, supabaseClient }}
          sentFor="email_change"
          email={sent.email}
          at={sent.at}
          wait={wait}
          codeLength={codeLength}
          mailbox={mailbox}
          focus
          onBack={() => {
            setEmail(sent.email);
            setSent(undefined);
          }}
        />
      </Root>
    );
  }
  return (
    <AuthWithPlugins
      {...formOptions}
      home="sign_up"
      view="sign_up"
      showLinks={false}
      supabaseClient={client}
      plugins={plugins}
      localization={{
        ...localization,
        variables: {
          ...localization?.variables,
          sign_up: {
            ...localization?.variables?.sign_up,
            heading: words.heading,
            button_label: words.upgrade_button_label,
            loading_button_label: words.upgrade_loading_button_label,
            social_provider_text: words.link,
          },
        },
      }}
      onSuccess={(success) => {
        const newEmail = success.user?.new_email;
        if (newEmail) setSent({ email: newEmail, at: Date.now() });
        formOptions.onSuccess?.(success);
      }}
    />
  );
}

/** Creates a plugin that explains the form below its heading, and restores the address that was typed before. */
function explanationPlugin(email: string): AuthPlugin {
  return { Above: ({ form }) => <Explanation form={form} email={email} /> };
}

function Explanation({ form, email }: { form: PluginForm; email: string }) {
  const { show } = form;
  useEffect(() => {
    if (email) show("sign_up", { email });
  }, [show, email]);
  const { text } = wordsFor("anonymous", english, form.options.localization);
  return <p className="portico-text portico-above">{text}</p>;
}
