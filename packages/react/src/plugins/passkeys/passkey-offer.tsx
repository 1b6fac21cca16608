"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "../../elements/button.tsx";
import { Heading } from "../../elements/heading.tsx";
import { FormMessages } from "../../form/form-messages.tsx";
import { useChange } from "../../form/use-change.ts";
import { wordsOf } from "../../i18n/words.ts";
import { useUser } from "../../session/user-context.tsx";
import type { Calls, Session } from "../../supabase-types.ts";
import { Root } from "../../theme/root.tsx";
import type { AuthProps } from "../plugin.ts";
import { wordsFor } from "../words-for.ts";
import { isDismissed, rememberDismissal } from "./dismissal.ts";
import { passkey_offer as english, passkeys } from "./en.ts";

/** The calls of a client that the offer makes. */
export interface PasskeyOfferClient {
  auth: Calls<"passkey" | "registerPasskey">;
}

export interface PasskeyOfferProps
  extends Pick<AuthProps, "appearance" | "components" | "dark" | "localization" | "theme"> {
  supabaseClient: PasskeyOfferClient;
}

/**
 * Offers to add a passkey to somebody who signed in with a password and has none. Put it anywhere in
 * the application: it shows nothing to anybody else, where the browser has no passkeys, and to
 * whoever said that they do not want to be asked again.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function PasskeyOffer(props: PasskeyOfferProps) {
  const { session } = useUser();
  const { auth } = props.supabaseClient;
  const user = session && signedInByPassword(session) ? session.user.id : undefined;
  const [wanting, setWanting] = useState<string>();

  useEffect(() => {
    if (!user || typeof PublicKeyCredential === "undefined" || isDismissed(user)) return;
    let here = true;
    auth.passkey.list().then(
      ({ data }) => here && data?.length === 0 && setWanting(user),
      () => {},
    );
    return () => {
      here = false;
    };
  }, [auth, user]);

  return user && wanting === user ? (
    <Offer {...props} user={user} onEnd={() => setWanting(undefined)} />
  ) : null;
}

function Offer(props: PasskeyOfferProps & { user: string; onEnd: () => void }) {
  const { localization, supabaseClient, user, onEnd } = props;
  const words = wordsFor("passkey_offer", english, localization);
  const { cancelled } = wordsFor("passkeys", passkeys, localization);
  const formWords = wordsOf(localization?.variables);
  const change = useChange({
    ...formWords,
    errors: { ...formWords.errors, webauthn_cancelled: cancelled },
  });
  const root = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState(false);

  const add = () =>
    change.run("add", async () => {
      const { error } = await supabaseClient.auth.registerPasskey();
      if (error) throw error;
      setAdded(true);
      return words.done;
    });
  const end = (forGood: boolean) => {
    rememberDismissal(user, forGood);
    onEnd();
  };

  return (
    <Root look={props} element={root}>
      <section
        className="portico-offer"
        aria-label={words.heading}
        ref={(element) => {
          change.ref.current = element;
        }}
      >
        {!added && (
          <>
            <div className="portico-offer-text">
              <Heading tabIndex={-1}>{words.heading}</Heading>
              <p className="portico-text">{words.text}</p>
            </div>
            <div className="portico-offer-ways">
              <Button
                color="primary"
                {...change.button("add", "button")}
                onClick={() => void add()}
              >
                {words.add}
              </Button>
              <button type="button" className="portico-way" onClick={() => end(false)}>
                {words.later}
              </button>
              <button type="button" className="portico-way" onClick={() => end(true)}>
                {words.never}
              </button>
            </div>
          </>
        )}
        <FormMessages form={change} />
      </section>
    </Root>
  );
}

/**
 * True when a session began with a password: its token says how (RFC 8176's `amr`, as the server
 * writes it).
 */
function signedInByPassword({ access_token: token }: Session): boolean {
  try {
    const part = token.split(".")[1] ?? "";
    const { amr }: { amr?: unknown } = Object(
      JSON.parse(atob(part.replace(/-/g, "+").replace(/_/g, "/"))),
    );
    return (
      Array.isArray(amr) && amr.some((one) => Reflect.get(Object(one), "method") === "password")
    );
  } catch {
    return false;
  }
}
