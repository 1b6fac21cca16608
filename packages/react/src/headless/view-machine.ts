import type { AuthChangeEvent } from "@supabase/auth-js";
import { clearView } from "../address/fragment.ts";
import type { Words } from "../i18n/en.ts";
import { isPendingAfter } from "../session/recovery.ts";
import type { Session } from "../supabase-types.ts";
import type { ViewType } from "../view-names.ts";
import type { AuthProps } from "./auth-props.ts";

/** The current view, and its initial state. */
export interface ViewState {
  readonly view: ViewType;
  /** The initial value of the e-mail field. */
  readonly email: string;
  /** Whether the view takes the focus. */
  readonly focus: boolean;
}

/** The values that carry over to another view. */
export interface Carried {
  confirmation?: string | undefined;
  email?: string | undefined;
}

/** The state machine's form, with the options of the latest render. */
export interface ViewForm {
  options: AuthProps;
  texts: Words;
  /** The view to return to after the user was updated. */
  home: ViewType;
  /** Returns the e-mail that the user has typed into the current view. */
  typedEmail(): string | undefined;
  /** Resets the submission for another view, with this confirmation. */
  reset(confirmation: string | undefined): void;
  onChange(state: ViewState): void;
}

/** The events that can change the view. */
export interface ViewMachine {
  /**
   * Shows a view that a link, a plugin or the address requests. Returns whether the view changed, since the application
   * can prevent it.
   */
  show(view: ViewType, carried?: Carried, focus?: boolean): boolean;
  /** Shows the view that the application's prop `view` names. */
  request(view: ViewType): void;
  /** Shows the default view when the address no longer names one. */
  leave(): void;
  /** Shows the view that an event of the client requires, if any. */
  follow(event: AuthChangeEvent, session: Session | null): void;
}

/** Creates the state machine of the view, without React: each event shows another view or changes nothing. */
export function createViewMachine(
  initialState: ViewState,
  requestedView: ViewType,
  form: ViewForm,
): ViewMachine {
  let state = initialState;
  /** The view to show if the address does not name one. */
  let defaultView = requestedView;
  /**
   * The texts for the view that was last passed to `onBeforeViewChange`. The application may request that view later.
   */
  let carriedByView: { readonly [View in ViewType]?: Carried } = {};

  const update = (nextState: ViewState) => {
    state = nextState;
    form.onChange(nextState);
  };

  /** Changes the view. All events use this transition. */
  function changeView(view: ViewType, carried: Carried = {}, focus = true): boolean {
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
    show: changeView,
    request(view) {
      if (view === requestedView) return;
      requestedView = view;
      if (view === state.view) return;
      defaultView = view;
      if (form.options.showLinks !== false) clearView();
      changeView(view, carriedByView[view]);
    },
    leave() {
      changeView(defaultView);
    },
    follow(event, session) {
      const isSettingPassword = state.view === "update_password";
      const isUserUpdate = event === "USER_UPDATED";
      const isRecovery = isPendingAfter(event, false);
      if (isUserUpdate || isRecovery || event === "SIGNED_IN") clearView();
      if (isUserUpdate) {
        const { confirmation_text } = form.texts.update_password;
        changeView(form.home, { confirmation: isSettingPassword ? confirmation_text : undefined });
      } else if (isRecovery || isSettingPassword) {
        // The new password belongs to the account that is signed in now.
        changeView("update_password", { email: session?.user.email });
      }
    },
  };
}
