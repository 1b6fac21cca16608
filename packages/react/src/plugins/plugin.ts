import type { ComponentType, ReactNode } from "react";
import type { AuthProps as FormProps } from "../headless/auth-props.ts";
import type { AuthForm } from "../headless/use-auth-form.ts";
import type { AuthSettings } from "../settings/settings.ts";
import type { PluginLocalization } from "./words.ts";

/** The props of the `<Auth>` of `@portico/react/plugins`. */
export interface AuthProps extends FormProps {
  /** The plugins of the form. Default: none. */
  plugins?: readonly AuthPlugin[];
  /**
   * Shows what the server offers, where no other prop says it: "auto" asks it for its settings
   * (`GET /auth/v1/settings`), and shows nothing until they are known; or what it answered already.
   */
  settings?: "auto" | AuthSettings;
  /** The language and the texts of the form and of its plugins. Default: English. */
  localization?: PluginLocalization;
}

/** The form that a plugin is given. */
export interface PluginForm extends AuthForm {
  readonly options: AuthProps;
}

/** A way to sign in beside the form's own. */
export interface SignInMethod {
  /** The name that `lastUsedMethod` keeps. */
  readonly name: string;
  /** True when the view that is shown offers it. */
  isOffered(form: PluginForm): boolean;
}

/**
 * A plugin of the form, for `<Auth plugins={[…]}>`. The form itself knows none of them, so that a page
 * loads only those that it imports. Make each once, outside of components or in a `useMemo`: one that
 * is new in every render forgets its state. A list may grow and shrink; where that adds or takes away
 * a plugin with `useOptions`, the form begins anew.
 */
export interface AuthPlugin {
  /** The sign-in method that it adds, for `moreMethods`. */
  readonly method?: SignInMethod;
  /** Stands around the whole view: shows its children, or something else in their place. */
  readonly Screen?: ComponentType<{ form: PluginForm; children: ReactNode }>;
  /** Stands above the social buttons. */
  readonly Above?: ComponentType<{ form: PluginForm }>;
  /** Stands in the form, under its fields. */
  readonly Fields?: ComponentType<{ form: PluginForm }>;
  /** Stands under the form's message: what can be done about it. */
  readonly After?: ComponentType<{ form: PluginForm }>;
  /** Stands under everything but the way to the other form. */
  readonly Below?: ComponentType<{ form: PluginForm }>;
  /** Changes the options before the form reads them. A hook: called in every render, in order. */
  useOptions?(options: AuthProps): AuthProps;
}
