import type { ReactNode } from "react";
import type { FormOptions } from "../form/options.ts";
import type { SocialLook, SocialOptions } from "../social/options.ts";
import type { Appearance, Components } from "../theme/appearance.ts";
import type { ViewType } from "../view-names.ts";

export interface BaseAuth extends FormOptions, SocialOptions, SocialLook {
  /**
   * The view to show first, and again whenever this prop changes. Default: "sign_in". In between, the form follows its
   * links unless {@link AuthProps.onBeforeViewChange} returns false.
   */
  view?: ViewType;
  /** Hides the e-mail form and shows only the social buttons. Default: false. */
  onlyThirdPartyProviders?: boolean;
  /** Offers the magic link in the sign-in view. Default: false. */
  magicLink?: boolean;
  /** Offers to create an account, by a link in the sign-in view. Default: true. */
  signUp?: boolean;
  /** Shows the links between the views. Default: true. */
  showLinks?: boolean;
  /**
   * Shows the heading of the view. Default: only when the form is inside an `AuthCard`. Screen readers read it in any
   * case.
   */
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
   * Called before another view is shown. Return `false` to decide yourself: the form then stays where it is until
   * {@link BaseAuth.view} changes, and does not change the address.
   */
  onBeforeViewChange?(view: ViewType): unknown;
}
