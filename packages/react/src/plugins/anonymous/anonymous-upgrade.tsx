"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import type { User } from "../../supabase-types.ts";
import { Root } from "../../theme/root.tsx";
import { AuthWithPlugins } from "../auth.tsx";
import { MessageSent, type SentOptions } from "../check-email/message-sent.tsx";
import type { AuthPlugin, AuthProps, PluginForm } from "../plugin.ts";
import { textsFor } from "../texts-for.ts";
import { anonymous as english } from "./en.ts";
import { type AnonymousUpgradeClient, createUpgradeClient } from "./upgrading-client.ts";

export interface AnonymousUpgradeProps
  extends Omit<AuthProps, "supabaseClient" | "view" | "magicLink" | "showLinks" | "otpType">,
    SentOptions {
  supabaseClient: AnonymousUpgradeClient;
  /** Called when the account is no longer anonymous. */
  onUpgraded?(user: User): void;
}

/**
 * Turns an anonymous account into a full one that keeps its data, with an address and a password or with a social
 * provider. Render it only for anonymous users (`user.is_anonymous`).
 *
 * @example
 * user.is_anonymous && <AnonymousUpgrade supabaseClient={supabase} providers={["github"]} />
 */
export function AnonymousUpgrade(props: AnonymousUpgradeProps) {
  const { supabaseClient, onUpgraded, wait, codeLength, mailbox, ...formOptions } = props;
  const { localization } = formOptions;
  const client = useMemo(() => createUpgradeClient(supabaseClient), [supabaseClient]);
  const [sentMessage, setSentMessage] = useState<{ email: string; sentAt: number }>();
  const [email, setEmail] = useState("");
  const plugins = useMemo(() => [createExplanationPlugin(email)], [email]);
  const root = useRef<HTMLDivElement>(null);
  const latestOnUpgraded = useRef(onUpgraded);
  const texts = textsFor("anonymous", english, localization);

  useEffect(() => {
    latestOnUpgraded.current = onUpgraded;
  });

  // The account is upgraded by a code in this tab, or by a link in any tab.
  useEffect(() => {
    const { data } = supabaseClient.auth.onAuthStateChange((event, session) => {
      if (event === "INITIAL_SESSION" || !session || session.user.is_anonymous) return;
      setSentMessage(undefined);
      latestOnUpgraded.current?.(session.user);
    });
    return () => data.subscription.unsubscribe();
  }, [supabaseClient]);

  if (sentMessage) {
    return (
      <Root look={formOptions} element={root}>
        <MessageSent
          form={{ ...formOptions, supabaseClient }}
          purpose="email_change"
          email={sentMessage.email}
          sentAt={sentMessage.sentAt}
          wait={wait}
          codeLength={codeLength}
          mailbox={mailbox}
          focus
          onBack={() => {
            setEmail(sentMessage.email);
            setSentMessage(undefined);
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
            heading: texts.heading,
            button_label: texts.upgrade_button_label,
            loading_button_label: texts.upgrade_loading_button_label,
            social_provider_text: texts.link,
          },
        },
      }}
      onSuccess={(success) => {
        const newEmail = success.user?.new_email;
        if (newEmail) setSentMessage({ email: newEmail, sentAt: Date.now() });
        formOptions.onSuccess?.(success);
      }}
    />
  );
}

/**
 * Creates a plugin that shows an explanation below the form's heading, and restores an address that the user typed
 * earlier.
 */
function createExplanationPlugin(email: string): AuthPlugin {
  return { Above: ({ form }) => <Explanation form={form} email={email} /> };
}

function Explanation({ form, email }: { form: PluginForm; email: string }) {
  const { show } = form;
  useEffect(() => {
    if (email) show("sign_up", { email });
  }, [show, email]);
  const { text } = textsFor("anonymous", english, form.options.localization);
  return <p className="portico-text portico-above">{text}</p>;
}
