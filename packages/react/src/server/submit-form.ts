import { maxPasswordBytes } from "../form/password-limit.ts";
import type { FieldName, FormValues, ViewSettings } from "../form/view.ts";
import { en } from "../i18n/en.ts";
import type { Provider } from "../supabase-types.ts";
import type { ViewType } from "../view-names.ts";
import { views } from "../views/index.ts";
import type { Call } from "./call.ts";
import { confirmLink } from "./open-link.ts";
import { isOtpType } from "./otp-types.ts";
import { isView, type Outcome } from "./outcome.ts";
import { RefusedRequest, readForm } from "./read-form.ts";
import { readValues } from "./read-values.ts";
import { submitSecondFactor } from "./second-factor.ts";

/** The type of the code in each view's message. */
const otpTypeOfView: { readonly [View in ViewType]?: Outcome["otpType"] } = {
  sign_up: "signup",
  magic_link: "email",
  forgotten_password: "recovery",
};

/** Handles a form: calls the auth server as the view does in the browser, then redirects the browser. */
export async function submitForm(call: Call): Promise<Response> {
  const { query, settings } = call;
  const fields = await readForm(call.request);
  const view = query.get("view");
  if (view === "sign_out") return signOut(call);
  if (view === "link") return confirmLink(call);
  if (view === "second_factor") return submitSecondFactor(call, fields);
  if (!isView(view)) throw new RefusedRequest(400, "The address names no view.");
  const provider = fields.get("provider");
  if (typeof provider === "string" && views[view].social) return startSocial(call, view, provider);

  const values = readValues(fields);
  const type = query.get("type");
  const otpType = view === "verify_otp" && isOtpType(type) ? type : undefined;
  const isResend = query.has("resend");
  const submit = isResend ? views[view].resend : views[view].submit;
  if (!submit) throw new RefusedRequest(400, "This view sends no second message.");
  const outcome = { view, otpType, values: enteredValues(values) };
  try {
    const error = inputErrorOf(call, view, otpType, values);
    if (error) return call.show({ ...outcome, error });
    if (!isResend) await settings.validate?.(values, view);
    const { auth } = await call.client();
    const response = await submit(values, {
      auth: auth as unknown as ViewSettings["auth"],
      texts: en,
      otpType: otpType ?? "email",
      redirectTo: call.callback,
      captcha: undefined,
      ...accountOptions(settings),
    });
    if (response.error) return call.show({ ...outcome, error: call.errorOf(response.error) });
    if (isResend)
      return call.show({ ...outcome, confirmation: ["verify_otp", "resend_confirmation_text"] });
    const isNewPassword = view === "update_password";
    const session = response.data?.session;
    if (session || isNewPassword) return call.signedIn(session, otpType);
    return call.show(
      settings.codes && otpTypeOfView[view]
        ? {
            view: "verify_otp",
            otpType: otpTypeOfView[view],
            values: outcome.values,
            confirmation: [view, "confirmation_text"],
          }
        : { ...outcome, confirmation: [view, "confirmation_text"] },
    );
  } catch (error) {
    return call.show({ ...outcome, error: call.errorOf(error) });
  }
}

/**
 * Returns an error if the form rejects the values before it calls the auth server. The form has the text for the
 * error's code.
 */
function inputErrorOf(
  { settings }: Call,
  view: ViewType,
  otpType: Outcome["otpType"],
  { email, password }: FormValues,
): Outcome["error"] {
  const isTooLong = new TextEncoder().encode(password).length > maxPasswordBytes;
  if (settings.passwordLimit && view !== "sign_in" && isTooLong)
    return { message: "", code: "password_too_long", field: "password" };
  const [firstField] = views[view].fields(otpType ?? "email");
  // The server's message for a missing address is written for developers, and signing up without an address creates a
  // guest.
  return firstField === "email" && !email
    ? { message: "", code: "empty_email_address", field: "email" }
    : undefined;
}

/** Returns the values to show again, which never include a password or a code. */
function enteredValues({ email, phone, data }: FormValues): Record<string, string> {
  const entries: [string, string][] = [
    ...Object.entries({ email, phone } satisfies { [Name in FieldName]?: string }),
    ...Object.entries(data).map(([name, value]): [string, string] => [`data.${name}`, value]),
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}

function accountOptions({ additionalData, shouldCreateUser }: Call["settings"]) {
  return {
    ...(additionalData && { additionalData }),
    ...(shouldCreateUser !== undefined && { shouldCreateUser }),
  };
}

async function startSocial(call: Call, view: ViewType, provider: string): Promise<Response> {
  const { providers } = call.settings;
  const isOffered = providers ? Object.hasOwn(providers, provider) : true;
  if (!isOffered || !/^[\w:.-]{1,64}$/.test(provider))
    throw new RefusedRequest(400, "This provider is not offered.");
  try {
    const { auth } = await call.client();
    const { data, error } = await auth.signInWithOAuth({
      provider: provider as Provider,
      options: {
        ...providers?.[provider],
        redirectTo: call.callback,
        skipBrowserRedirect: true,
      },
    });
    if (error) return call.show({ view, error: call.errorOf(error) });
    return call.leave(data.url);
  } catch (error) {
    return call.show({ view, error: call.errorOf(error) });
  }
}

async function signOut(call: Call): Promise<Response> {
  const { auth } = await call.client();
  const { error } = await auth.signOut({ scope: "local" });
  if (error) call.errorOf(error);
  return call.redirect(call.page);
}
