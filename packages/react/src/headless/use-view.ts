import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { clearView, pushView, viewFromHash } from "../address/fragment.ts";
import { redirectError } from "../address/redirect-error.ts";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import type { SubmissionHandle } from "../form/use-submission.ts";
import type { Words } from "../i18n/en.ts";
import { useRecovering } from "../session/user-context.tsx";
import type { ViewType } from "../view-names.ts";
import type { AuthProps } from "./auth-props.ts";

interface Around {
  words: Words;
  submission: SubmissionHandle;
  /** What holds the whole form. */
  root: RefObject<HTMLElement | null>;
  /** The view to return to when the user has been updated. */
  home: ViewType;
}

/** What is true now, whichever render one asks in. */
interface Now {
  options: AuthProps;
  words: Words;
  view: ViewType;
  /** Whether the focus has to move to the view. */
  focusing: boolean;
  /** The view that the application asked for last. */
  last: ViewType;
  /** The view that it asked for where the address names none. */
  bare: ViewType;
  /** The view that the application was last told of, with what came along: it may show it later. */
  asked: { readonly [View in ViewType]?: Carried };
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
export function useView({ home, root, submission, words }: Around, options: AuthProps) {
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
    words,
    view: shown.view,
    focusing: autoFocus ?? shown.view === "magic_link",
    last: start,
    bare: start,
    asked: {},
  });

  /** Shows a view, unless the application says that it decides. Returns whether another is shown now. */
  const [show] = useState(() => (view: ViewType, carried: Carried = {}, focus = true) => {
    const field = root.current?.querySelector<HTMLInputElement>("input[name=email]");
    const email = carried.email ?? field?.value;
    const other = now.view !== view;
    if (other) {
      now.asked = { [view]: carried };
      if (now.options.onViewChange?.(view) === false && now.last !== view) return false;
      now.view = view;
      now.focusing = focus || view === "magic_link";
      reset(carried.confirmation);
    }
    setShown((before) => ({ view, email: email ?? before.email }));
    return other;
  });

  useBrowserLayoutEffect(() => {
    Object.assign(now, { options, words });
    if (now.last === start) return;
    now.last = start;
    if (now.view === start) return;
    now.bare = start;
    if (linked) clearView();
    show(start, now.asked[start]);
  });

  useBrowserLayoutEffect(() => {
    if (!linked) return;
    const read = (change?: HashChangeEvent) => {
      const named = viewFromHash(location);
      if (named && isOffered(named, now.options)) show(named, {}, Boolean(change));
      if (change && !location.hash && viewFromHash(new URL(change.oldURL))) show(now.bare);
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, [now, linked, show]);

  useEffect(() => {
    const error = redirectError(location);
    if (error) fail(error);
    const { data } = client.onAuthStateChange((event, session) => {
      const setting = now.view === "update_password";
      if (/RECOVERY|UPDATED|SIGNED_IN/.test(event)) clearView();
      if (event === "USER_UPDATED")
        show(home, setting ? { confirmation: now.words.update_password.confirmation_text } : {});
      else if (setting || event === "PASSWORD_RECOVERY")
        show("update_password", { email: session?.user.email });
    });
    return () => data.subscription.unsubscribe();
  }, [client, fail, home, now, show]);

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

/** Whether a view may be gone to, if any: a magic link is offered where it is asked for, sign-up unless it is not. */
export function isOffered(
  view: ViewType,
  { magicLink, showLinks = true, signUp = true }: AuthProps,
): boolean | undefined {
  return showLinks && (view === "magic_link" ? magicLink : view !== "sign_up" || signUp);
}

/**
 * Puts the focus into the first field of the view, or on its heading where there is no field, but
 * takes it from nothing outside the form unless it is told to.
 */
function focusFirst(root: HTMLElement | null, always: boolean): void {
  const active = document.activeElement;
  if (!always && active !== document.body && !root?.contains(active)) return;
  const field = root?.querySelector<HTMLElement>("form input:not([hidden])");
  (field ?? root?.querySelector<HTMLElement>("[tabindex='-1']"))?.focus();
}
