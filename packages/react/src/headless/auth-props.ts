import type { ReactNode } from "react";
import type { FormOptions } from "../form/options.ts";
import type { SocialLook, SocialOptions } from "../social/options.ts";
import type { Appearance, Components } from "../theme/appearance.ts";
import type { ViewType } from "../view-names.ts";

export interface BaseAuth extends FormOptions, SocialOptions, SocialLook {
  /**
   * The view to show at first and whenever this prop changes. Default: "sign_in". Otherwise the form's links change the
   * view, unless {@link AuthProps.onBeforeViewChange} returns false.
   */
  view?: ViewType;
  /** Hides the e-mail form and shows only the social buttons. Default: false. */
  onlyThirdPartyProviders?: boolean;
  /** Offers the magic link in the sign-in view. Default: false. */
  magicLink?: boolean;
  /** Shows a link to sign-up in the sign-in view. Default: true. */
  signUp?: boolean;
  /** Shows the links between the views. Default: true. */
  showLinks?: boolean;
  /** Shows the view's heading. Default: only inside an `AuthCard`. Screen readers always read it. */
  showHeading?: boolean;
  /** Shows the dark variation of the theme. */
  dark?: boolean;
  /** The variation of the theme: "default", "dark", or one that the theme defines. */
  theme?: string;
}

/** The props of `<Auth>`. */
export interface AuthProps extends BaseAuth {
  /** Fields to add to the sign-up form. */
  children?: ReactNode;
  /** Content below the fields of a view. */
  slots?: { readonly [Name in ViewType]?: ReactNode };
  /** Components that replace the kit's elements. They receive the props of the HTML element. */
  components?: Components;
  /** The theme, its variables, and class names and styles for each element. */
  appearance?: Appearance;
  /** True to focus a field when the form is first shown. Default: only in `magic_link`. */
  autoFocus?: boolean;
  /**
   * Called before another view is shown. Return `false` to prevent it: the form and the address then do not change
   * until the application changes {@link BaseAuth.view}.
   */
  onBeforeViewChange?(view: ViewType): unknown;
}
