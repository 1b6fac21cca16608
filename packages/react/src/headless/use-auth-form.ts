"use client";

import { type ComponentPropsWithRef, type RefObject, useRef } from "react";
import { viewHash } from "../address/fragment.ts";
import { failureOf } from "../form/failure.ts";
import type { Form } from "../form/form.ts";
import { notify } from "../form/notify.ts";
import { useForm } from "../form/use-form.ts";
import { type SubmissionHandle, useSubmission } from "../form/use-submission.ts";
import type { LinkedView } from "../form/view.ts";
import { archived } from "../i18n/archived.ts";
import { en, type Words } from "../i18n/en.ts";
import { resolveTexts } from "../i18n/words.ts";
import { type SocialButton, socialButtons } from "../social/social.ts";
import { isClassic } from "../theme/appearance.ts";
import type { ViewType } from "../view-names.ts";
import { views } from "../views/index.ts";
import type { AuthProps } from "./auth-props.ts";
import { isOffered, useView } from "./use-view.ts";
import type { Carried } from "./view-machine.ts";

/** A link to another view: the props to spread on an `<a>`. */
export interface ViewLink {
  readonly view: ViewType;
  readonly link: ComponentPropsWithRef<"a">;
}

/** Everything that `<Auth>` does, for your own markup: the form of the current view, and the links to other views. */
export interface AuthForm extends Form {
  /**
   * A ref for the element around the form and the links. When the view changes, the focus and the typed e-mail carry
   * over inside this element.
   */
  readonly root: RefObject<HTMLDivElement | null>;
  /** The links to other views, such as "Forgot your password?". */
  readonly links: readonly ViewLink[];
  /** The providers' buttons, if the view shows them. */
  readonly social: readonly SocialButton[];
  /** Whether the view has a form besides the social buttons. */
  readonly hasForm: boolean;
  /** The options of the form. */
  readonly options: AuthProps;
  /**
   * The form's submission, for requests that its fields do not send: their failures and confirmations are shown in the
   * same place.
   */
  readonly submission: SubmissionHandle;
  /** Shows a view with this e-mail and this confirmation, unless the application prevents the change. */
  show(view: ViewType, carried?: Carried): unknown;
}

/** Returns the text of the link that leads from one view to another. */
export function linkTextTo(texts: Words, target: LinkedView, currentView: ViewType): string {
  const isBackLink = target === "sign_in" && currentView !== "sign_up";
  return isBackLink ? texts[target].back_link_text : texts[target].link_text;
}

/**
 * Returns everything that `<Auth>` does, for your own markup. Use the view as the form's `key`, so that a typed
 * password does not carry over to another view.
 *
 * @param home the view to return to after the user was updated
 */
export function useAuthForm(options: AuthProps, home: ViewType = "sign_in"): AuthForm {
  const texts = resolveTexts(
    options.localization?.variables,
    isClassic(options.appearance) ? archived : en,
  );
  const root = useRef<HTMLDivElement>(null);
  const submission = useSubmission((error) => {
    const failure = failureOf(error, texts);
    notify(() => options.onError?.({ ...failure, view: name, error }));
    return failure;
  });
  const { view: name, email, follow, show } = useView({ home, root, submission, texts }, options);
  const view = views[name];
  const form = useForm({ name, view, texts, submission, email }, options);

  return {
    ...form,
    root,
    options,
    submission,
    show,
    links: view.links
      .filter((to) => isOffered(to, options))
      .map((to) => ({
        view: to,
        link: {
          href: viewHash(to),
          onClick: (event) => follow(event, to),
          children: linkTextTo(texts, to, name),
        },
      })),
    social: view.social
      ? socialButtons(
          options,
          submission,
          texts[name === "sign_up" ? name : "sign_in"].social_provider_text,
        )
      : [],
    hasForm: !(view.social && options.onlyThirdPartyProviders),
  };
}
