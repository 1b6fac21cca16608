import { type MouseEvent, type RefObject, useEffect, useState } from "react";
import { pushView, viewFromHash } from "../address/fragment.ts";
import { redirectError } from "../address/redirect-error.ts";
import { removeUnusedCode } from "../address/unused-code.ts";
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
  /** The element that contains the form. */
  root: RefObject<HTMLElement | null>;
  /** The view to return to when the user has been updated. */
  home: ViewType;
}

/**
 * Holds the current view, and follows everything that can change it: a link, the address, the application, an event of
 * the client. The typed e-mail and the focus carry over.
 */
export function useView({ home, root, submission, words }: ViewOptions, options: AuthProps) {
  const { autoFocus, showLinks: hasLinks = true, view: requestedView = "sign_in" } = options;
  const client = options.supabaseClient.auth;
  const { reset, fail } = submission;
  const recovering = useRecovering();
  const [state, setState] = useState<ViewState>(() => {
    const view = recovering ? "update_password" : requestedView;
    return { view, email: "", focus: autoFocus ?? view === "magic_link" };
  });
  const [form] = useState<ViewForm>({
    options,
    words,
    home,
    typedEmail: () => root.current?.querySelector<HTMLInputElement>("input[name=email]")?.value,
    reset,
    onChange: setState,
  });
  const [machine] = useState(() => viewMachine(state, requestedView, form));

  useBrowserLayoutEffect(() => {
    Object.assign(form, { options, words, home });
    machine.request(requestedView);
  });

  useBrowserLayoutEffect(() => {
    if (!hasLinks) return;
    const follow = (change?: HashChangeEvent) => {
      const view = viewFromHash(location);
      if (view && isOffered(view, form.options)) machine.show(view, {}, Boolean(change));
      const previous = change && !location.hash && viewFromHash(new URL(change.oldURL));
      if (previous) machine.leave();
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [form, hasLinks, machine]);

  useEffect(() => {
    const error = redirectError(location);
    if (error) fail(error);
    const { data } = client.onAuthStateChange((event, session) => {
      machine.follow(event, session);
      // The client tries to exchange a code before its first event.
      const unused = event === "INITIAL_SESSION" && !session && removeUnusedCode(client);
      if (unused) fail(unused);
    });
    return () => data.subscription.unsubscribe();
  }, [client, fail, machine]);

  useBrowserLayoutEffect(() => {
    if (state.focus) focusFirst(root.current, state.view === "magic_link");
  }, [root, state]);

  /** Handles a click on a link to a view. */
  const follow = (event: MouseEvent, view: ViewType) => {
    // The browser handles modified clicks, such as those that open a new tab.
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (machine.show(view) && !isClassic(options.appearance)) pushView(view);
  };

  return { ...state, follow, show: machine.show };
}

/**
 * Returns whether the form links to a view: to the magic link if `magicLink` is set, to sign-up unless `signUp` is
 * false.
 */
export function isOffered(
  view: ViewType,
  { magicLink, showLinks = true, signUp = true }: AuthProps,
): boolean | undefined {
  return showLinks && (view === "magic_link" ? magicLink : view !== "sign_up" || signUp);
}

/**
 * Focuses the first field of the view, or its heading if it has no field. Does not take the focus from elements outside
 * the form unless `always` is set.
 */
function focusFirst(root: HTMLElement | null, isForced: boolean): void {
  const active = document.activeElement;
  if (!isForced && active !== document.body && !root?.contains(active)) return;
  const field = root?.querySelector<HTMLElement>("form input:not([hidden])");
  (field ?? root?.querySelector<HTMLElement>("[tabindex='-1']"))?.focus();
}
