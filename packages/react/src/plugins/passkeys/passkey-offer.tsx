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

/** The methods of a client that the offer calls. */
export interface PasskeyOfferClient {
  auth: Calls<"passkey" | "registerPasskey">;
}

export interface PasskeyOfferProps
  extends Pick<AuthProps, "appearance" | "components" | "dark" | "localization" | "theme"> {
  supabaseClient: PasskeyOfferClient;
}

/**
 * Offers a passkey to users who signed in with a password and have none. Put it anywhere in the application: it renders
 * nothing for other users, in browsers without passkeys, and for users who dismissed it.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function PasskeyOffer(props: PasskeyOfferProps) {
  const { session } = useUser();
  const { auth } = props.supabaseClient;
  const user = session && hasPasswordSession(session) ? session.user.id : undefined;
  const [offeredTo, setOfferedTo] = useState<string>();

  useEffect(() => {
    if (!user || typeof PublicKeyCredential === "undefined" || isDismissed(user)) return;
    let isMounted = true;
    auth.passkey.list().then(
      ({ data }) => isMounted && data?.length === 0 && setOfferedTo(user),
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [auth, user]);

  return user && offeredTo === user ? (
    <Offer {...props} user={user} onEnd={() => setOfferedTo(undefined)} />
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
  const [isAdded, setAdded] = useState(false);

  const add = () =>
    change.run("add", async () => {
      const { error } = await supabaseClient.auth.registerPasskey();
      if (error) throw error;
      setAdded(true);
      return words.done;
    });
  const end = (isPermanent: boolean) => {
    rememberDismissal(user, isPermanent);
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
        {!isAdded && (
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
 * Returns whether a session began with a password, by the `amr` claim of its token (RFC 8176, in the server's format).
 */
function hasPasswordSession({ access_token: token }: Session): boolean {
  try {
    const part = token.split(".")[1] ?? "";
    const { amr }: { amr?: unknown } = Object(
      JSON.parse(atob(part.replace(/-/g, "+").replace(/_/g, "/"))),
    );
    return (
      Array.isArray(amr) && amr.some((item) => Reflect.get(Object(item), "method") === "password")
    );
  } catch {
    return false;
  }
}
