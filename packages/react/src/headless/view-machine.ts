import type { AuthChangeEvent } from "@supabase/auth-js";
import { clearView } from "../address/fragment.ts";
import type { Words } from "../i18n/en.ts";
import { recoveryAfter } from "../session/recovery.ts";
import type { Session } from "../supabase-types.ts";
import type { ViewType } from "../view-names.ts";
import type { AuthProps } from "./auth-props.ts";

/** The current view, and its initial state. */
export interface ViewState {
  readonly view: ViewType;
  /** The initial value of the e-mail field. */
  readonly email: string;
  /** True when the view takes the focus. */
  readonly focus: boolean;
}

/** The texts that carry over to another view. */
export interface Carried {
  confirmation?: string | undefined;
  email?: string | undefined;
}

/** The form around the state machine. Its options are those of the last render. */
export interface ViewForm {
  options: AuthProps;
  words: Words;
  /** The view to return to when the user has been updated. */
  home: ViewType;
  /** Returns the e-mail that is typed into the current view. */
  typedEmail(): string | undefined;
  /** Starts another view with this confirmation. */
  reset(confirmation: string | undefined): void;
  onChange(state: ViewState): void;
}

/** The events that can change the view. */
export interface ViewMachine {
  /**
   * Shows a view for a link, a plugin or the address. Returns whether the view changed: the application may prevent it.
   */
  show(view: ViewType, carried?: Carried, focus?: boolean): boolean;
  /** Shows the view that the application renders the form with. */
  request(view: ViewType): void;
  /** Shows the default view when the address no longer names one. */
  leave(): void;
  /** Follows an event of the client. */
  follow(event: AuthChangeEvent, session: Session | null): void;
}

/** Creates the state machine of the view, without React: each event shows another view or changes nothing. */
export function viewMachine(
  firstState: ViewState,
  requestedView: ViewType,
  form: ViewForm,
): ViewMachine {
  let state = firstState;
  /** The view for an address that does not name one. */
  let fallback = requestedView;
  /** The texts for the view that the application was last asked about: it may request that view later. */
  let carriedByView: { readonly [View in ViewType]?: Carried } = {};

  const update = (next: ViewState) => {
    state = next;
    form.onChange(next);
  };

  /** Changes the view. All events end in this transition. */
  function go(view: ViewType, carried: Carried = {}, focus = true): boolean {
    const email = carried.email ?? form.typedEmail() ?? state.email;
    if (view === state.view) {
      update({ view, email, focus: false });
      return false;
    }
    carriedByView = { [view]: carried };
    const isPrevented = form.options.onBeforeViewChange?.(view) === false;
    if (isPrevented && view !== requestedView) return false;
    form.reset(carried.confirmation);
    update({ view, email, focus: focus || view === "magic_link" });
    return true;
  }

  return {
    show: go,
    request(view) {
      if (view === requestedView) return;
      requestedView = view;
      if (view === state.view) return;
      fallback = view;
      if (form.options.showLinks !== false) clearView();
      go(view, carriedByView[view]);
    },
    leave() {
      go(fallback);
    },
    follow(event, session) {
      const setsPassword = state.view === "update_password";
      const updated = event === "USER_UPDATED";
      const isRecovery = recoveryAfter(event, false);
      if (updated || isRecovery || event === "SIGNED_IN") clearView();
      if (updated) {
        const { confirmation_text } = form.words.update_password;
        go(form.home, { confirmation: setsPassword ? confirmation_text : undefined });
      } else if (isRecovery || setsPassword) {
        // The new password belongs to the account that is signed in now.
        go("update_password", { email: session?.user.email });
      }
    },
  };
}
