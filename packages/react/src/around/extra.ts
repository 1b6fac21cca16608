import type { ComponentType, ReactNode } from "react";
import type { AuthProps } from "../types.ts";
import type { AuthForm } from "../use-auth-form.ts";
import type { AuthSettings } from "./settings/settings.ts";

/** What `<Auth>` takes where it comes from `@portico/react/around`. */
export interface AroundProps extends AuthProps {
  /** What people meet around the form. Default: nothing. */
  around?: readonly Extra[];
  /**
   * Shows what the server offers, where no other prop says it: "auto" asks it for its settings
   * (`GET /auth/v1/settings`), and shows nothing until they are known; or what it answered already.
   */
  settings?: "auto" | AuthSettings;
}

/** The form that an extra is given. */
export interface AroundForm extends AuthForm {
  readonly options: AroundProps;
}

/** A way in beside the form. */
export interface Way {
  /** What `lastUsed` keeps of it. */
  readonly name: string;
  /** Whether the view that is shown offers it. */
  isOffered(form: AroundForm): boolean;
}

/**
 * Something that people meet around the form, for `<Auth around={[…]}>`. The form itself knows none
 * of them, so that a page loads only those that it imports. Make each once, outside of components or
 * in a `useMemo`: one that is new in every render forgets where it stood. A list may grow and shrink;
 * where that adds or takes away something with `useOptions`, the form begins anew.
 */
export interface Extra {
  /** The way in that it is, for `moreWays`. */
  readonly way?: Way;
  /** Stands around the whole view: shows its children, or something else in their place. */
  readonly Screen?: ComponentType<{ form: AroundForm; children: ReactNode }>;
  /** Stands above the social buttons. */
  readonly Above?: ComponentType<{ form: AroundForm }>;
  /** Stands in the form, under its fields. */
  readonly Fields?: ComponentType<{ form: AroundForm }>;
  /** Stands under what the form says went well or wrong: what can be done about it. */
  readonly After?: ComponentType<{ form: AroundForm }>;
  /** Stands under everything. */
  readonly Below?: ComponentType<{ form: AroundForm }>;
  /** Has a say in the options before the form reads them. A hook: called in every render, in order. */
  useOptions?(options: AroundProps): AroundProps;
}
