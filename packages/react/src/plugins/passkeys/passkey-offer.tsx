"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "../../elements/button.tsx";
import { Heading } from "../../elements/heading.tsx";
import { FormMessages } from "../../form/form-messages.tsx";
import { useChange } from "../../form/use-change.ts";
import { resolveTexts } from "../../i18n/words.ts";
import { useUser } from "../../session/user-context.tsx";
import type { Calls, Session } from "../../supabase-types.ts";
import { Root } from "../../theme/root.tsx";
import type { AuthProps } from "../plugin.ts";
import { textsFor } from "../texts-for.ts";
import { isDismissed, storeDismissal } from "./dismissal.ts";
import { passkey_offer as english, passkeys } from "./en.ts";

/** The client methods that the offer calls. */
export interface PasskeyOfferClient {
  auth: Calls<"passkey" | "registerPasskey">;
}

export interface PasskeyOfferProps
  extends Pick<AuthProps, "appearance" | "components" | "dark" | "localization" | "theme"> {
  supabaseClient: PasskeyOfferClient;
}

/**
 * Offers a passkey to users who signed in with a password and have none. Put it anywhere in the application: it renders
 * nothing for other users, for users who dismissed it, and in browsers without passkeys.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function PasskeyOffer(props: PasskeyOfferProps) {
  const { session } = useUser();
  const { auth } = props.supabaseClient;
  const userId = session && isPasswordSession(session) ? session.user.id : undefined;
  const [offeredUserId, setOfferedUserId] = useState<string>();

  useEffect(() => {
    if (!userId || typeof PublicKeyCredential === "undefined" || isDismissed(userId)) return;
    let isMounted = true;
    auth.passkey.list().then(
      ({ data }) => isMounted && data?.length === 0 && setOfferedUserId(userId),
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [auth, userId]);

  return userId && offeredUserId === userId ? (
    <Offer {...props} userId={userId} onClose={() => setOfferedUserId(undefined)} />
  ) : null;
}

function Offer(props: PasskeyOfferProps & { userId: string; onClose: () => void }) {
  const { localization, supabaseClient, userId, onClose } = props;
  const texts = textsFor("passkey_offer", english, localization);
  const { cancelled } = textsFor("passkeys", passkeys, localization);
  const formTexts = resolveTexts(localization?.variables);
  const change = useChange({
    ...formTexts,
    errors: { ...formTexts.errors, webauthn_cancelled: cancelled },
  });
  const root = useRef<HTMLDivElement>(null);
  const [isAdded, setIsAdded] = useState(false);

  const add = () =>
    change.run("add", async () => {
      const { error } = await supabaseClient.auth.registerPasskey();
      if (error) throw error;
      setIsAdded(true);
      return texts.done;
    });
  const dismiss = (isPermanent: boolean) => {
    storeDismissal(userId, isPermanent);
    onClose();
  };

  return (
    <Root look={props} element={root}>
      <section
        className="portico-offer"
        aria-label={texts.heading}
        ref={(element) => {
          change.ref.current = element;
        }}
      >
        {!isAdded && (
          <>
            <div className="portico-offer-text">
              <Heading tabIndex={-1}>{texts.heading}</Heading>
              <p className="portico-text">{texts.text}</p>
            </div>
            <div className="portico-offer-ways">
              <Button
                color="primary"
                {...change.button("add", "button")}
                onClick={() => void add()}
              >
                {texts.add}
              </Button>
              <button type="button" className="portico-way" onClick={() => dismiss(false)}>
                {texts.later}
              </button>
              <button type="button" className="portico-way" onClick={() => dismiss(true)}>
                {texts.never}
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
 * Returns whether a session began with a password, according to the `amr` claim of its token (RFC 8176, in the server's
 * format).
 */
function isPasswordSession({ access_token: token }: Session): boolean {
  try {
    const payload = token.split(".")[1] ?? "";
    const { amr }: { amr?: unknown } = Object(
      JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/"))),
    );
    return (
      Array.isArray(amr) && amr.some((item) => Reflect.get(Object(item), "method") === "password")
    );
  } catch {
    return false;
  }
}
