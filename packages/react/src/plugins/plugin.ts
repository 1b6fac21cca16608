import type { ComponentType, ReactNode } from "react";
import type { HandlerLink } from "../form/handler-state.ts";
import type { AuthProps as FormProps } from "../headless/auth-props.ts";
import type { AuthForm } from "../headless/use-auth-form.ts";
import type { AuthSettings } from "../settings/settings.ts";
import type { PluginLocalization } from "./words.ts";

/** The props of the `<Auth>` of `@portico/react/plugins`. */
export interface AuthProps extends FormProps {
  /** The plugins of the form. Default: none. */
  plugins?: readonly AuthPlugin[];
  /**
   * Shows what the server offers, unless another prop overrides it. "auto" requests the server's settings (`GET
   * /auth/v1/settings`) and renders nothing until they are loaded. If you have already loaded the settings, pass them
   * instead.
   */
  settings?: "auto" | AuthSettings;
  /** The language and the texts of the form and of its plugins. Default: English. */
  localization?: PluginLocalization;
}

/** The form that is passed to plugins. */
export interface PluginForm extends AuthForm {
  readonly options: AuthProps;
  /** The link that the user has to confirm (`authHandler`). */
  readonly link?: HandlerLink | undefined;
}

/** A sign-in method that a plugin adds to the form's own. */
export interface SignInMethod {
  /** The name that `lastUsedMethod` stores. */
  readonly name: string;
  /** Returns whether the current view offers the method. */
  isOffered(form: PluginForm): boolean;
}

/**
 * A plugin of the form, for `<Auth plugins={[…]}>`. The form imports no plugins, so a page loads only the plugins that
 * it imports itself. Create each plugin once, outside of components or in `useMemo`: a new one in every render loses
 * its state. The list may change; if the number of plugins with `useOptions` or `useForm` changes, the form is
 * remounted.
 */
export interface AuthPlugin {
  /** The sign-in method that it adds, for `moreMethods`. */
  readonly method?: SignInMethod;
  /** Wraps the view. Renders `children`, or something else instead. */
  readonly Screen?: ComponentType<{ form: PluginForm; children: ReactNode }>;
  /** Renders content above the social buttons. */
  readonly Above?: ComponentType<{ form: PluginForm }>;
  /** Renders content in the form, below its fields. */
  readonly Fields?: ComponentType<{ form: PluginForm }>;
  /** Renders content below the form's message, for example what the user can do about an error. */
  readonly After?: ComponentType<{ form: PluginForm }>;
  /** Renders content below everything except the link to the other form. */
  readonly Below?: ComponentType<{ form: PluginForm }>;
  /** Changes the options before the form reads them. This is a hook: the form calls it in every render, in order. */
  useOptions?(options: AuthProps): AuthProps;
  /** Changes the form before it is rendered. This is a hook: the form calls it in every render, in order. */
  useForm?(form: PluginForm): PluginForm;
}
