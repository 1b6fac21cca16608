import { type MouseEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { clearView, pushView, viewInAddress } from "./address/fragment.ts";
import { redirectError } from "./address/redirect-error.ts";
import { useBrowserLayoutEffect } from "./browser-layout-effect.ts";
import type { AuthUiClient } from "./client.ts";
import type { SubmissionHandle } from "./form/use-submission.ts";
import { useRecovering } from "./session/user-context.tsx";
import type { ViewType } from "./view-names.ts";

interface Options {
  client: AuthUiClient["auth"];
  /** The view to begin with, and to go to when it changes. */
  start: ViewType;
  /** Whether there are links, and with them addresses, for the views. */
  linked: boolean;
  magicLink: boolean;
  submission: SubmissionHandle;
  /** Said in the sign-in view after a new password was set. */
  updated: string;
  root: RefObject<HTMLElement | null>;
  onViewChange: ((view: ViewType) => void) | undefined;
}

interface Carried {
  confirmation?: string | undefined;
  email?: string | undefined;
}

/**
 * Which view is shown, and all that can change it: a link, the address, the application, an event
 * of the client. The e-mail that was typed comes along, and so does the focus.
 */
export function useView({ client, linked, root, submission, ...options }: Options) {
  const recovering = useRecovering();
  const [shown, setShown] = useState({
    view: recovering ? ("update_password" as const) : options.start,
    email: "",
  });
  const { reset, fail } = submission;
  // What callbacks read that live longer than the render that made them.
  const latest = useRef({ ...options, view: shown.view });
  const focusing = useRef(shown.view === "magic_link");

  const show = useCallback(
    (view: ViewType, carried: Carried = {}, focus = true) => {
      if (latest.current.view === view) return;
      latest.current.view = view;
      focusing.current = focus || view === "magic_link";
      const field = root.current?.querySelector<HTMLInputElement>("input[name=email]");
      const email = carried.email ?? field?.value;
      reset(carried.confirmation);
      setShown((before) => ({ view, email: email ?? before.email }));
      latest.current.onViewChange?.(view);
    },
    [root, reset],
  );

  const begun = useRef(options.start);
  useBrowserLayoutEffect(() => {
    latest.current = { ...options, view: latest.current.view };
    if (begun.current === options.start) return;
    begun.current = options.start;
    if (linked) clearView();
    show(options.start);
  });

  useBrowserLayoutEffect(() => {
    if (!linked) return;
    const read = (focus: boolean) => {
      const named = viewInAddress();
      if (named && (named !== "magic_link" || latest.current.magicLink)) show(named, {}, focus);
    };
    const follow = ({ oldURL }: HashChangeEvent) => {
      read(true);
      if (!location.hash && viewInAddress(new URL(oldURL))) show(latest.current.start);
    };
    read(false);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [linked, show]);

  useEffect(() => {
    const error = redirectError(location);
    if (error) fail(error);
  }, [fail]);

  useEffect(() => {
    const { data } = client.onAuthStateChange((event, session) => {
      const { updated, view } = latest.current;
      const email = session?.user.email;
      if (event === "PASSWORD_RECOVERY") {
        clearView();
        show("update_password", { email });
      } else if (event === "USER_UPDATED") {
        clearView();
        show("sign_in", { confirmation: view === "update_password" ? updated : undefined });
      } else if (event === "SIGNED_IN") {
        clearView();
      } else if (email && view === "update_password") {
        setShown((before) => (before.email ? before : { ...before, email }));
      }
    });
    return () => data.subscription.unsubscribe();
  }, [client, show]);

  useBrowserLayoutEffect(() => {
    if (!focusing.current) return;
    focusing.current = false;
    focusFirst(root.current, shown.view === "magic_link");
  }, [root, shown.view]);

  const follow = useCallback(
    (event: MouseEvent<HTMLAnchorElement>, view: ViewType) => {
      // Anything but a plain click is the browser's: it opens the view in a tab of its own.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      pushView(view);
      show(view);
    },
    [show],
  );

  return { ...shown, follow };
}

/**
 * Puts the focus into the first field of the view, or on its heading where there is no field, but
 * takes it from nothing outside the form unless it is told to.
 */
function focusFirst(root: HTMLElement | null, always: boolean): void {
  const active = document.activeElement;
  const free = !active || active === document.body || root?.contains(active);
  if (!free && !always) return;
  const field = root?.querySelector<HTMLElement>("form input:not([hidden])");
  (field ?? root?.querySelector<HTMLElement>("h2"))?.focus();
}
