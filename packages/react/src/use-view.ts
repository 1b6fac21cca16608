import { type MouseEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { clearView, pushView, viewInAddress } from "./address/fragment.ts";
import { redirectError } from "./address/redirect-error.ts";
import { useBrowserLayoutEffect } from "./browser-layout-effect.ts";
import type { AuthUiClient } from "./client.ts";
import type { SubmissionHandle } from "./form/use-submission.ts";
import { useRecovering } from "./session/user-context.tsx";
import type { ViewType } from "./view-names.ts";

interface Options {
  /** The view to begin with, and to go to when it changes. */
  start: ViewType;
  /** The view to return to when the user has been updated. */
  home: ViewType;
  magicLink: boolean;
  /** Whether a field takes the focus when the form first shows. */
  autoFocus: boolean | undefined;
  /** Said after a new password was set. */
  updated: string;
  onViewChange: ((view: ViewType) => unknown) | undefined;
}

interface Around {
  client: AuthUiClient["auth"];
  /** Whether there are links, and with them addresses, for the views. */
  linked: boolean;
  submission: SubmissionHandle;
  /** What holds the whole form. */
  root: RefObject<HTMLElement | null>;
}

/** What is true now, whichever render one asks in. */
interface Now extends Options {
  view: ViewType;
  /** Whether the focus has to move to the view. */
  focusing: boolean;
  /** The view that the application asked for last. */
  last: ViewType;
  /** The view that it asked for where the address names none. */
  bare: ViewType;
  /** What the application was last told of, with what came along: it may show it later. */
  asked?: Carried & { view: ViewType };
}

/** What comes along to another view. */
interface Carried {
  confirmation?: string | undefined;
  email?: string | undefined;
}

/**
 * Which view is shown, and all that can change it: a link, the address, the application, an event
 * of the client. The e-mail that was typed comes along, and so does the focus.
 */
export function useView({ client, linked, root, submission }: Around, options: Options) {
  const recovering = useRecovering();
  const { reset, fail } = submission;
  const [shown, setShown] = useState({
    view: recovering ? ("update_password" as const) : options.start,
    email: "",
  });
  // What callbacks read that live longer than the render that made them.
  const { current: now } = useRef<Now>({
    ...options,
    view: shown.view,
    focusing: options.autoFocus ?? shown.view === "magic_link",
    last: options.start,
    bare: options.start,
  });

  /** Shows a view, unless the application says that it decides. Returns whether it does. */
  const show = useCallback(
    (view: ViewType, carried: Carried = {}, focus = true) => {
      if (now.view === view) return false;
      now.asked = { ...carried, view };
      if (now.onViewChange?.(view) === false && now.start !== view) return false;
      now.view = view;
      now.focusing = focus || view === "magic_link";
      const field = root.current?.querySelector<HTMLInputElement>("input[name=email]");
      const email = carried.email ?? field?.value;
      reset(carried.confirmation);
      setShown((before) => ({ view, email: email ?? before.email }));
      return true;
    },
    [now, root, reset],
  );

  useBrowserLayoutEffect(() => {
    Object.assign(now, options);
    if (now.last === options.start) return;
    now.last = options.start;
    if (now.view === options.start) return;
    now.bare = options.start;
    if (linked) clearView();
    show(options.start, now.asked?.view === options.start ? now.asked : undefined);
  });

  useBrowserLayoutEffect(() => {
    if (!linked) return;
    const read = (focus: boolean) => {
      const named = viewInAddress();
      if (named && (named !== "magic_link" || now.magicLink)) show(named, {}, focus);
    };
    const follow = ({ oldURL }: HashChangeEvent) => {
      read(true);
      if (!location.hash && viewInAddress(new URL(oldURL))) show(now.bare);
    };
    read(false);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [now, linked, show]);

  useEffect(() => {
    const error = redirectError(location);
    if (error) fail(error);
  }, [fail]);

  useEffect(() => {
    const { data } = client.onAuthStateChange((event, session) => {
      const email = session?.user.email;
      const setting = now.view === "update_password";
      if (/RECOVERY|UPDATED|SIGNED_IN/.test(event)) clearView();
      if (event === "PASSWORD_RECOVERY") show("update_password", { email });
      else if (event === "USER_UPDATED")
        show(now.home, { confirmation: setting ? now.updated : undefined });
      else if (email && setting)
        setShown((before) => (before.email ? before : { ...before, email }));
    });
    return () => data.subscription.unsubscribe();
  }, [client, now, show]);

  useBrowserLayoutEffect(() => {
    if (now.focusing) focusFirst(root.current, shown.view === "magic_link");
    now.focusing = false;
  }, [now, root, shown.view]);

  /** Answers a click on a link to a view. */
  const follow = (event: MouseEvent, view: ViewType) => {
    // Anything but a plain click is the browser's: it opens the view in a tab of its own.
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (show(view)) pushView(view);
  };

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
  (field ?? root?.querySelector<HTMLElement>("[tabindex='-1']"))?.focus();
}
