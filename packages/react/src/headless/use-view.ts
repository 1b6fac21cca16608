import { type MouseEvent, type RefObject, useEffect, useState } from "react";
import { pushView, viewFromHash } from "../address/fragment.ts";
import { redirectError } from "../address/redirect-error.ts";
import { removeUnusedCode } from "../address/unused-code.ts";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import type { SubmissionHandle } from "../form/use-submission.ts";
import type { Words } from "../i18n/en.ts";
import { useIsRecovering } from "../session/user-context.tsx";
import { isClassic } from "../theme/appearance.ts";
import type { ViewType } from "../view-names.ts";
import type { AuthProps } from "./auth-props.ts";
import { createViewMachine, type ViewForm, type ViewState } from "./view-machine.ts";

/** What the view shares with the form. */
interface ViewOptions {
  texts: Words;
  submission: SubmissionHandle;
  /** The element that contains the form. */
  root: RefObject<HTMLElement | null>;
  /** The view to return to after the user was updated. */
  home: ViewType;
}

/**
 * Manages the current view. A link, the address, the application or an event of the client can change it. The typed
 * e-mail and the focus carry over.
 */
export function useView({ home, root, submission, texts }: ViewOptions, options: AuthProps) {
  const { autoFocus, showLinks: hasLinks = true, view: requestedView = "sign_in" } = options;
  const client = options.supabaseClient.auth;
  const { reset, fail } = submission;
  const isRecovering = useIsRecovering();
  const [state, setState] = useState<ViewState>(() => {
    const view = isRecovering ? "update_password" : requestedView;
    return { view, email: "", focus: autoFocus ?? view === "magic_link" };
  });
  const [form] = useState<ViewForm>({
    options,
    texts,
    home,
    typedEmail: () => root.current?.querySelector<HTMLInputElement>("input[name=email]")?.value,
    reset,
    onChange: setState,
  });
  const [machine] = useState(() => createViewMachine(state, requestedView, form));

  useBrowserLayoutEffect(() => {
    Object.assign(form, { options, texts, home });
    machine.request(requestedView);
  });

  useBrowserLayoutEffect(() => {
    if (!hasLinks) return;
    const followHash = (event?: HashChangeEvent) => {
      const view = viewFromHash(location);
      if (view && isOffered(view, form.options)) machine.show(view, {}, Boolean(event));
      const previousView = event && !location.hash && viewFromHash(new URL(event.oldURL));
      if (previousView) machine.leave();
    };
    followHash();
    addEventListener("hashchange", followHash);
    return () => removeEventListener("hashchange", followHash);
  }, [form, hasLinks, machine]);

  useEffect(() => {
    const error = redirectError(location);
    if (error) fail(error);
    const { data } = client.onAuthStateChange((event, session) => {
      machine.follow(event, session);
      // Before its first event, the client has tried to exchange the code, so a code that is left is an error.
      const codeError = event === "INITIAL_SESSION" && !session && removeUnusedCode(client);
      if (codeError) fail(codeError);
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
 * Returns whether the form offers a link to this view. `magicLink` enables the one to the magic link, and
 * `signUp={false}` disables the one to sign-up.
 */
export function isOffered(
  view: ViewType,
  { magicLink, showLinks = true, signUp = true }: AuthProps,
): boolean | undefined {
  return showLinks && (view === "magic_link" ? magicLink : view !== "sign_up" || signUp);
}

/**
 * Focuses the first field of the view, or its heading if it has no field. Does not take the focus from elements outside
 * the form unless `isForced` is set.
 */
function focusFirst(root: HTMLElement | null, isForced: boolean): void {
  const activeElement = document.activeElement;
  if (!isForced && activeElement !== document.body && !root?.contains(activeElement)) return;
  const field = root?.querySelector<HTMLElement>("form input:not([hidden])");
  (field ?? root?.querySelector<HTMLElement>("[tabindex='-1']"))?.focus();
}
