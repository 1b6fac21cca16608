import type { AuthChangeEvent } from "@supabase/auth-js";
import { clearView } from "../address/fragment.ts";
import type { Words } from "../i18n/en.ts";
import { recoveryAfter } from "../session/recovery.ts";
import type { Session } from "../supabase-types.ts";
import type { ViewType } from "../view-names.ts";
import type { AuthProps } from "./auth-props.ts";

/** The view that is shown, and how it begins. */
export interface ViewState {
  readonly view: ViewType;
  /** The e-mail that its field begins with. */
  readonly email: string;
  /** True when the focus goes to the view. */
  readonly focus: boolean;
}

/** The texts that come along to another view. */
export interface Carried {
  confirmation?: string | undefined;
  email?: string | undefined;
}

/** The form around the machine. What it was given is that of its last render. */
export interface ViewForm {
  options: AuthProps;
  words: Words;
  /** The view to return to when the user has been updated. */
  home: ViewType;
  /** The e-mail that is typed into the view that is shown. */
  typedEmail(): string | undefined;
  /** Another view is shown, with this confirmation. */
  reset(confirmation: string | undefined): void;
  changed(state: ViewState): void;
}

/** The events that can lead to another view. */
export interface ViewMachine {
  /**
   * A link of the form, a plugin or the address asks for a view. Returns whether another is shown now: the application may decide that none is.
   */
  show(view: ViewType, carried?: Carried, focus?: boolean): boolean;
  /** The application wants a view: the form was rendered with it. */
  want(view: ViewType): void;
  /** The address names no view any more. */
  leave(): void;
  /** The client tells of the session. */
  hear(event: AuthChangeEvent, session: Session | null): void;
}

/** Which view is shown, without React: each event leads to a view, or leaves things as they are. */
export function viewMachine(first: ViewState, wanted: ViewType, form: ViewForm): ViewMachine {
  let state = first;
  /** The view of an address that names none. */
  let unnamed = wanted;
  /** The texts for the view that the application was told of last: it may want that view later. */
  let told: { readonly [View in ViewType]?: Carried } = {};

  const become = (next: ViewState) => {
    state = next;
    form.changed(next);
  };

  /** The transition that all events share. */
  function go(view: ViewType, carried: Carried = {}, focus = true): boolean {
    const email = carried.email ?? form.typedEmail() ?? state.email;
    if (view === state.view) {
      become({ view, email, focus: false });
      return false;
    }
    told = { [view]: carried };
    const refused = form.options.onBeforeViewChange?.(view) === false;
    if (refused && view !== wanted) return false;
    form.reset(carried.confirmation);
    become({ view, email, focus: focus || view === "magic_link" });
    return true;
  }

  return {
    show: go,
    want(view) {
      if (view === wanted) return;
      wanted = view;
      if (view === state.view) return;
      unnamed = view;
      if (form.options.showLinks !== false) clearView();
      go(view, told[view]);
    },
    leave() {
      go(unnamed);
    },
    hear(event, session) {
      const setsPassword = state.view === "update_password";
      const { home, words } = form;
      const updated = event === "USER_UPDATED";
      const recovers = recoveryAfter(event, false);
      if (updated || recovers || event === "SIGNED_IN") clearView();
      if (updated) {
        const { confirmation_text: confirmation } = words.update_password;
        go(home, setsPassword ? { confirmation } : {});
      } else if (recovers || setsPassword) {
        // The password is that of the account that is signed in now.
        go("update_password", { email: session?.user.email });
      }
    },
  };
}
