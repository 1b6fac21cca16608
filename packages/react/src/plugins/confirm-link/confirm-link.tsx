"use client";

import { type ReactNode, useId, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { LinkType } from "../../address/link-types.ts";
import type { AuthUiClient } from "../../client.ts";
import { Button } from "../../elements/button.tsx";
import { Container } from "../../elements/container.tsx";
import { Heading } from "../../elements/heading.tsx";
import { failureOf } from "../../form/failure.ts";
import { FormMessages } from "../../form/form-messages.tsx";
import { notify } from "../../form/notify.ts";
import { useSubmission } from "../../form/use-submission.ts";
import { resolveTexts } from "../../i18n/words.ts";
import { recordSession } from "../../session/last-session.ts";
import type { Session, User } from "../../supabase-types.ts";
import { Root } from "../../theme/root.tsx";
import type { AuthProps } from "../plugin.ts";
import { textsFor } from "../texts-for.ts";
import { confirm as english } from "./en.ts";
import { parseLink } from "./link.ts";

/** The result of a confirmed link. */
export interface ConfirmLinkResult {
  /** The purpose of the link. After `recovery`, the user must set a new password. */
  readonly type: LinkType;
  readonly user: User | null;
  readonly session: Session;
  /** The page to show next: a path on this site, "/" by default. */
  readonly next: string;
}

export interface ConfirmLinkProps
  extends Pick<AuthProps, "appearance" | "components" | "dark" | "localization" | "theme"> {
  supabaseClient: { auth: Pick<AuthUiClient["auth"], "verifyOtp"> };
  /** The address that the link opened. Default: the page's address. */
  address?: string;
  /** The page on which a new link can be requested. Default: "/". */
  back?: string;
  /** Called when the link has signed the user in. Default: navigates to the link's `next` path. */
  onConfirmed?(confirmed: ConfirmLinkResult): void;
}

/**
 * Renders the page that the links in your e-mails open, with one button. Mail scanners open every link in a message,
 * which would use up a link that signs in immediately, but they do not press buttons. The link works in any browser and
 * on any device.
 *
 * Use it in your e-mail templates: `{{ .SiteURL }}/confirm?token_hash={{ .TokenHash }}&type=signup&next={{ .RedirectTo
 * }}`, where `type` is the purpose of the message: `signup`, `magiclink`, `recovery`, `invite` or `email_change`.
 *
 * @example
 * <AuthCard>
 *   <ConfirmLink supabaseClient={supabase} />
 * </AuthCard>
 */
export function ConfirmLink(props: ConfirmLinkProps): ReactNode {
  const { supabaseClient, localization, back = "/" } = props;
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const pageAddress = useSyncExternalStore(subscribeToNothing, currentAddress, serverAddress);
  const address = props.address ?? pageAddress;
  const link = useMemo(() => (address ? parseLink(new URL(address)) : undefined), [address]);
  const texts = textsFor("confirm", english, localization);
  const [isUsed, setIsUsed] = useState(false);
  const submission = useSubmission((error) => {
    const { code }: { code?: unknown } = Object(error);
    const failure = failureOf(error, resolveTexts(localization?.variables));
    if (code !== "otp_expired") return failure;
    setIsUsed(true);
    return { message: texts.expired ?? failure.message };
  });
  const { state } = submission;

  const confirm = () =>
    link &&
    void submission.run("confirm", async () => {
      const { data, error } = await supabaseClient.auth.verifyOtp({
        token_hash: link.tokenHash,
        type: link.type,
      });
      if (error) throw error;
      setIsUsed(true);
      const { session, user } = data;
      // An address change must be confirmed from both addresses. The first confirmation does not return a session.
      if (!session) return texts.half;
      recordSession(session);
      const result = { type: link.type, user, session, next: link.next };
      notify(() => (props.onConfirmed ? props.onConfirmed(result) : location.replace(link.next)));
      return undefined;
    });

  const kind = link && link.type !== "email" ? link.type : "magiclink";
  const errorMessage = link ? state.phase === "failed" && state.message : texts.incomplete;

  return (
    <Root look={props} element={root}>
      {address && (
        <Container gap="large">
          <Heading tabIndex={-1}>{texts[`${kind}_heading`]}</Heading>
          {link && !isUsed && (
            <>
              <p id={id} className="portico-text">
                {texts.text}
              </p>
              <Button
                color="primary"
                aria-describedby={id}
                {...submission.busy("confirm")}
                onClick={confirm}
              >
                {submission.sending("confirm")
                  ? texts.loading_button_label
                  : texts[`${kind}_button_label`]}
              </Button>
            </>
          )}
        </Container>
      )}
      <FormMessages
        form={{
          state,
          status: {
            role: "status",
            children: state.phase === "done" ? state.confirmation : undefined,
          },
          alert: {
            role: "alert",
            id: `${id}alert`,
            children: (address && errorMessage) || undefined,
          },
        }}
      >
        {address && errorMessage && (
          <div className="portico-ways">
            <a className="portico-way" href={back}>
              {texts.back}
            </a>
          </div>
        )}
      </FormMessages>
    </Root>
  );
}

const subscribeToNothing = () => () => {};
const currentAddress = () => location.href;
const serverAddress = () => undefined;
