"use client";

import { type ComponentPropsWithRef, createContext, useContext } from "react";
import type { Words } from "../i18n/en.ts";
import type { ViewType } from "../view-names.ts";
import type { Submission, Told } from "./submission.ts";
import type { FieldName, FormValues } from "./view.ts";

/** A field of a form: what to spread on its label, and on its input. */
export interface FormField {
  readonly name: FieldName;
  readonly label: { readonly htmlFor: string; readonly children: string };
  readonly input: ComponentPropsWithRef<"input">;
}

/** The attributes of a form's button. */
export interface FormButton {
  readonly type: "submit" | "button";
  readonly disabled: boolean;
  readonly "aria-busy": true | undefined;
  readonly children: string;
  readonly onClick?: () => void;
}

/**
 * The form of one view without its markup. Each part is what to spread on the element that shows
 * it, be it plain HTML or a component of your own.
 *
 * @example
 * const { alert, button, fields, form, heading, status } = useSignIn({ supabaseClient });
 * return (
 *   <form {...form}>
 *     <h2 {...heading} />
 *     {fields.map(({ name, label, input }) => (
 *       <p key={name}>
 *         <label {...label} />
 *         <input {...input} />
 *       </p>
 *     ))}
 *     <button {...button} />
 *     <p {...status} />
 *     <p {...alert} />
 *   </form>
 * );
 */
export interface Form {
  /** The view that the form shows. */
  readonly view: ViewType;
  /** All words of the language, this view's among them. */
  readonly words: Words;
  /** Where the submission stands. */
  readonly state: Submission;
  /** The props of the `form` element. */
  readonly form: ComponentPropsWithRef<"form">;
  /** The name of the view, which a script can focus. */
  readonly heading: { readonly id: string; readonly tabIndex: -1; readonly children: string };
  /** The fields of the view, in order: spread the props of each on an `input`. */
  readonly fields: readonly FormField[];
  /** In `update_password`: a hidden input that tells a password manager whose password this is. */
  readonly username: ComponentPropsWithRef<"input"> | undefined;
  /** The button that submits the form. */
  readonly button: FormButton;
  /** In `verify_otp`: sends another code. */
  readonly resend: FormButton | undefined;
  /** The confirmation. Keep its element on the page while it is empty: only then is it announced. */
  readonly status: { readonly role: "status"; readonly children: string | undefined };
  /** The failure. Keep its element on the page while it is empty. */
  readonly alert: {
    readonly role: "alert";
    readonly id: string;
    readonly children: string | undefined;
  };
  /** Sends values that do not come from this form's fields. */
  submit(values: Partial<FormValues>): Promise<void>;
}

export const FormContext = createContext<Form | undefined>(undefined);

/**
 * The form around this component, for fields of your own.
 *
 * @throws {Error} outside a form.
 */
export function useFormContext(): Form {
  const form = useContext(FormContext);
  if (!form) throw new Error("useFormContext must be used within a form.");
  return form;
}

/**
 * The attributes that tie an input to the form's message, while that is about the field of this
 * name.
 */
export function wrongness(state: Submission, name: string, alertId: string) {
  const { field }: Told = state;
  return field === name ? { "aria-invalid": true, "aria-describedby": alertId } : undefined;
}
