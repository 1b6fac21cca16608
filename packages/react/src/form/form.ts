"use client";

import { type ComponentPropsWithRef, createContext, type MouseEvent, useContext } from "react";
import type { Words } from "../i18n/en.ts";
import type { ViewType } from "../view-names.ts";
import type { Submission, SubmissionSnapshot } from "./submission.ts";
import type { FieldName, FormValues } from "./view.ts";

/** A field of a form: the props of its label and of its input. */
export interface FormField {
  readonly name: FieldName;
  readonly label: { readonly htmlFor: string; readonly children: string };
  readonly input: ComponentPropsWithRef<"input">;
}

/** The props of a form's button. */
export interface FormButton {
  readonly type: "submit" | "button";
  readonly disabled: boolean;
  readonly "aria-busy": true | undefined;
  readonly children: string;
  readonly onClick?: (event?: MouseEvent) => void;
  /**
   * The attributes of a button that works without a script (`authHandler`): the form that it submits, its value, and
   * the address that receives the form.
   */
  readonly form?: string;
  readonly formAction?: string;
  readonly name?: string;
  readonly value?: string;
}

/**
 * The form of one view, for your own markup. Spread each part's props on an HTML element or on your own component.
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
  /** All texts of the language, including those of this view. */
  readonly words: Words;
  /** The state of the submission. */
  readonly state: Submission;
  /** The props of the `form` element. */
  readonly form: ComponentPropsWithRef<"form">;
  /** The heading, with the view's name. A script can focus it. */
  readonly heading: { readonly id: string; readonly tabIndex: -1; readonly children: string };
  /** The fields of the view, in order. */
  readonly fields: readonly FormField[];
  /** In `update_password`: a hidden input that tells password managers which account the password is for. */
  readonly username: ComponentPropsWithRef<"input"> | undefined;
  /** The button that submits the form. */
  readonly button: FormButton;
  /** In `verify_otp`: the button that sends another code. */
  readonly resend: FormButton | undefined;
  /** The confirmation. Render its element even while it is empty, so that screen readers announce its content. */
  readonly status: {
    readonly role: "status";
    readonly children: string | undefined;
    readonly tabIndex?: -1;
    readonly autoFocus?: boolean;
  };
  /** The failure. Render its element even while it is empty. */
  readonly alert: {
    readonly role: "alert";
    readonly id: string;
    readonly children: string | undefined;
  };
  /** The values that the user entered before the page was loaded, by field name (`authHandler`). */
  readonly enteredValues?: { readonly [field: string]: string } | undefined;
  /** Submits values that do not come from this form's fields. */
  submit(values: Partial<FormValues>): Promise<void>;
}

export const FormContext = createContext<Form | undefined>(undefined);

/**
 * Returns the form that contains this component, for your own fields.
 *
 * @throws {Error} outside a form.
 */
export function useFormContext(): Form {
  const form = useContext(FormContext);
  if (!form) throw new Error("useFormContext must be used within a form.");
  return form;
}

/** Returns the attributes that connect an input to the form's error message, if the error is about this field. */
export function fieldErrorProps(state: Submission, name: string, alertId: string) {
  const { field }: SubmissionSnapshot = state;
  return field === name ? { "aria-invalid": true, "aria-describedby": alertId } : undefined;
}
