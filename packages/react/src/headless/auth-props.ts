import type { ReactNode } from "react";
import type { FormOptions } from "../form/options.ts";
import type { SocialLook, SocialOptions } from "../social/options.ts";
import type { Appearance, Components } from "../theme/appearance.ts";
import type { ViewType } from "../view-names.ts";

export interface BaseAuth extends FormOptions, SocialOptions, SocialLook {
  /**
   * The view to show first, and again whenever this changes. Default: "sign_in". In between, the
   * form goes where its links lead, unless {@link AuthProps.onBeforeViewChange} says no.
   */
  view?: ViewType;
  /** Shows no e-mail form beside the social buttons. Default: false. */
  onlyThirdPartyProviders?: boolean;
  /** Offers the magic link in the sign-in view. Default: false. */
  magicLink?: boolean;
  /** Offers to create an account, by a link in the sign-in view. Default: true. */
  signUp?: boolean;
  /** Shows the links between the views. Default: true. */
  showLinks?: boolean;
  /** Shows the heading of the view to everybody. Default: only where the form stands in an `AuthCard`. It is read out in any case. */
  showHeading?: boolean;
  /** Shows the dark variation of the theme. */
  dark?: boolean;
  /** The variation of the theme: "default", "dark", or one that the theme has. */
  theme?: string;
}

/** The props of `<Auth>`. */
export interface AuthProps extends BaseAuth {
  /** Fields to add to the sign-up form. */
  children?: ReactNode;
  /** Content under the fields of a view. */
  slots?: { readonly [Name in ViewType]?: ReactNode };
  /** Components of your own in the place of the kit's elements. They are given what HTML's would. */
  components?: Components;
  /** The theme, its variables, and class names and styles for each element. */
  appearance?: Appearance;
  /** True when a field takes the focus when the form first shows. Default: only in `magic_link`. */
  autoFocus?: boolean;
  /**
   * Called before another view is shown. Return `false` to decide yourself: the form then stays where
   * it is until {@link BaseAuth.view} changes, and leaves the address to you.
   */
  onBeforeViewChange?(view: ViewType): unknown;
}
