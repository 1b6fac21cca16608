import { type MouseEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { clearView, pushView, viewInAddress } from "./address/fragment.ts";
import { redirectError } from "./address/redirect-error.ts";
import { useBrowserLayoutEffect } from "./browser-layout-effect.ts";
import type { SubmissionHandle } from "./form/use-submission.ts";
import { useRecovering } from "./session/user-context.tsx";
import type { AuthProps } from "./types.ts";
import type { ViewType } from "./view-names.ts";

interface Around {
  submission: SubmissionHandle;
  /** What holds the whole form. */
  root: RefObject<HTMLElement | null>;
  /** The view to return to when the user has been updated. */
  home: ViewType;
  /** Said after a new password was set. */
  updated: string;
}

/** What is true now, whichever render one asks in. */
interface Now {
  options: AuthProps;
  updated: string;
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
export interface Carried {
  confirmation?: string | undefined;
  email?: string | undefined;
}

/**
 * Which view is shown, and all that can change it: a link, the address, the application, an event
 * of the client. The e-mail that was typed comes along, and so does the focus.
 */
export function useView({ home, root, submission, updated }: Around, options: AuthProps) {
  const { autoFocus, showLinks: linked = true, view: start = "sign_in" } = options;
  const client = options.supabaseClient.auth;
  const recovering = useRecovering();
  const { reset, fail } = submission;
  const [shown, setShown] = useState({
    view: recovering ? ("update_password" as const) : start,
    email: "",
  });
  // What callbacks read that live longer than the render that made them.
  const { current: now } = useRef<Now>({
    options,
    updated,
    view: shown.view,
    focusing: autoFocus ?? shown.view === "magic_link",
    last: start,
    bare: start,
  });

  /** Shows a view, unless the application says that it decides. Returns whether it does. */
  const show = useCallback(
    (view: ViewType, carried: Carried = {}, focus = true) => {
      if (now.view === view) {
        const { email } = carried;
        if (email) setShown({ view, email });
        return false;
      }
      now.asked = { ...carried, view };
      if (now.options.onViewChange?.(view) === false && now.last !== view) return false;
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
    Object.assign(now, { options, updated });
    if (now.last === start) return;
    now.last = start;
    if (now.view === start) return;
    now.bare = start;
    if (linked) clearView();
    show(start, now.asked?.view === start ? now.asked : undefined);
  });

  useBrowserLayoutEffect(() => {
    if (!linked) return;
    const read = (focus: boolean) => {
      const named = viewInAddress();
      if (named && isOffered(named, now.options)) show(named, {}, focus);
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
    const error = redirectError(location.hash) ?? redirectError(location.search);
    if (error) fail(error);
  }, [fail]);

  useEffect(() => {
    const { data } = client.onAuthStateChange((event, session) => {
      const setting = now.view === "update_password";
      if (/RECOVERY|UPDATED|SIGNED_IN/.test(event)) clearView();
      if (event === "USER_UPDATED") show(home, { confirmation: setting ? now.updated : undefined });
      else if (setting || event === "PASSWORD_RECOVERY")
        show("update_password", { email: session?.user.email });
    });
    return () => data.subscription.unsubscribe();
  }, [client, home, now, show]);

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

  return { ...shown, follow, show };
}

/** Whether a view may be gone to: a magic link is offered where it is asked for, sign-up unless it is not. */
export function isOffered(view: ViewType, { magicLink, signUp }: AuthProps): boolean | undefined {
  return view === "magic_link" ? magicLink : view !== "sign_up" || signUp !== false;
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
