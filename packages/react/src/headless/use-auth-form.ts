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
import { wordsOf } from "../i18n/words.ts";
import { type SocialButton, socialButtons } from "../social/social.ts";
import { isClassic } from "../theme/appearance.ts";
import type { ViewType } from "../view-names.ts";
import { views } from "../views/index.ts";
import type { AuthProps } from "./auth-props.ts";
import { isOffered, useView } from "./use-view.ts";
import type { Carried } from "./view-machine.ts";

/** A link to another view: what to spread on an `<a>`. */
export interface ViewLink {
  readonly view: ViewType;
  readonly link: ComponentPropsWithRef<"a">;
}

/** The whole without its markup: the form of whichever view is shown, and the ways between them. */
export interface AuthForm extends Form {
  /** For the element that holds everything, to carry the focus and the e-mail to another view. */
  readonly root: RefObject<HTMLDivElement | null>;
  /** The links to other views, such as "Forgot your password?". */
  readonly links: readonly ViewLink[];
  /** The buttons of the providers, where the view has them. */
  readonly social: readonly SocialButton[];
  /** True when the view has a form beside them. */
  readonly hasForm: boolean;
  /** The options of the form. */
  readonly options: AuthProps;
  /**
   * For what is sent beside the form: its failures and confirmations are shown where the form's
   * are.
   */
  readonly submission: SubmissionHandle;
  /** Shows a view, with this in its e-mail field and this said, unless the application decides. */
  show(view: ViewType, carried?: Carried): unknown;
}

/** The text of the link that leads to a view from another. */
export function linkText(words: Words, to: LinkedView, from: ViewType): string {
  const isBack = to === "sign_in" && from !== "sign_up";
  return isBack ? words[to].back_link_text : words[to].link_text;
}

/**
 * Everything that `<Auth>` does, for markup of your own. Give the form its view as its `key`: what
 * was typed as a password must not come along to another view.
 *
 * @param home The view to return to when the user has been updated.
 */
export function useAuthForm(options: AuthProps, home: ViewType = "sign_in"): AuthForm {
  const words = wordsOf(
    options.localization?.variables,
    isClassic(options.appearance) ? archived : en,
  );
  const root = useRef<HTMLDivElement>(null);
  const submission = useSubmission((error) => {
    const failure = failureOf(error, words);
    notify(() => options.onError?.({ ...failure, view: name, error }));
    return failure;
  });
  const { view: name, email, follow, show } = useView({ home, root, submission, words }, options);
  const view = views[name];
  const form = useForm({ name, view, words, submission, email }, options);

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
          children: linkText(words, to, name),
        },
      })),
    social: view.social
      ? socialButtons(
          options,
          submission,
          words[name === "sign_up" ? name : "sign_in"].social_provider_text,
        )
      : [],
    hasForm: !(view.social && options.onlyThirdPartyProviders),
  };
}
