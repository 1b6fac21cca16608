import type { ComponentType, ReactNode } from "react";
import type { AuthProps } from "../types.ts";
import type { AuthForm } from "../use-auth-form.ts";

/**
 * Something that people meet around the form, for `<Auth around={[…]}>`. The core knows none of
 * them, so that a page loads only those that it imports. Make each once, outside of components or
 * in a `useMemo`: one that is new in every render forgets where it stood.
 */
export interface Extra {
  /** Stands around the whole view: shows its children, or something else in their place. */
  readonly Screen?: ComponentType<{ form: AuthForm; children: ReactNode }>;
  /** Stands above the social buttons. */
  readonly Above?: ComponentType<{ form: AuthForm }>;
  /** Stands in the form, under its fields. */
  readonly Fields?: ComponentType<{ form: AuthForm }>;
  /** Stands under everything, before what went well or wrong. */
  readonly Below?: ComponentType<{ form: AuthForm }>;
  /** Has a say in the options before the form reads them. A hook: called in every render, in order. */
  useOptions?(options: AuthProps): AuthProps;
}
