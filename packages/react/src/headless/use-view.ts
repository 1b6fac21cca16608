import { type MouseEvent, type RefObject, useEffect, useState } from "react";
import { pushView, viewFromHash } from "../address/fragment.ts";
import { redirectError } from "../address/redirect-error.ts";
import { takeUnusedCode } from "../address/unused-code.ts";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import type { SubmissionHandle } from "../form/use-submission.ts";
import type { Words } from "../i18n/en.ts";
import { useRecovering } from "../session/user-context.tsx";
import { isClassic } from "../theme/appearance.ts";
import type { ViewType } from "../view-names.ts";
import type { AuthProps } from "./auth-props.ts";
import { type ViewForm, type ViewState, viewMachine } from "./view-machine.ts";

/** The parts that the view shares with the form. */
interface ViewOptions {
  words: Words;
  submission: SubmissionHandle;
  /** The element that holds the whole form. */
  root: RefObject<HTMLElement | null>;
  /** The view to return to when the user has been updated. */
  home: ViewType;
}

/**
 * Which view is shown, and all that can change it: a link, the address, the application, an event
 * of the client. The e-mail that was typed comes along, and so does the focus.
 */
export function useView({ home, root, submission, words }: ViewOptions, options: AuthProps) {
  const { autoFocus, showLinks: linked = true, view: wanted = "sign_in" } = options;
  const client = options.supabaseClient.auth;
  const { reset, fail } = submission;
  const recovering = useRecovering();
  const [state, setState] = useState<ViewState>(() => {
    const view = recovering ? "update_password" : wanted;
    return { view, email: "", focus: autoFocus ?? view === "magic_link" };
  });
  const [form] = useState<ViewForm>({
    options,
    words,
    home,
    typedEmail: () => root.current?.querySelector<HTMLInputElement>("input[name=email]")?.value,
    reset,
    changed: setState,
  });
  const [machine] = useState(() => viewMachine(state, wanted, form));

  useBrowserLayoutEffect(() => {
    Object.assign(form, { options, words, home });
    machine.want(wanted);
  });

  useBrowserLayoutEffect(() => {
    if (!linked) return;
    const follow = (change?: HashChangeEvent) => {
      const named = viewFromHash(location);
      if (named && isOffered(named, form.options)) machine.show(named, {}, Boolean(change));
      const left = change && !location.hash && viewFromHash(new URL(change.oldURL));
      if (left) machine.leave();
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [form, linked, machine]);

  useEffect(() => {
    const error = redirectError(location);
    if (error) fail(error);
    const { data } = client.onAuthStateChange((event, session) => {
      machine.hear(event, session);
      // By its first event the client has tried to exchange a code.
      const unused = event === "INITIAL_SESSION" && !session && takeUnusedCode(client);
      if (unused) fail(unused);
    });
    return () => data.subscription.unsubscribe();
  }, [client, fail, machine]);

  useBrowserLayoutEffect(() => {
    if (state.focus) focusFirst(root.current, state.view === "magic_link");
  }, [root, state]);

  /** Answers a click on a link to a view. */
  const follow = (event: MouseEvent, view: ViewType) => {
    // Anything but a plain click is the browser's: it opens the view in a tab of its own.
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (machine.show(view) && !isClassic(options.appearance)) pushView(view);
  };

  return { ...state, follow, show: machine.show };
}

/**
 * True when a view may be gone to, if any: a magic link is offered where it is asked for, sign-up
 * unless it is not.
 */
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
