import { Button } from "../elements/button.tsx";
import { useCard } from "../form/card.ts";
import { FieldError } from "../form/failure.ts";
import { EmailField, Field } from "../form/field.tsx";
import { entered, Form } from "../form/form.tsx";
import { ViewLink } from "../form/view-link.tsx";
import { isForPhone, sendCode } from "./send-code.ts";
import type { ViewProps } from "./view.ts";

/** Verifies a one-time code that came by e-mail, or by message to a phone. */
export function VerifyOtpView({ client, otpType, redirectTo, showLinks }: ViewProps) {
  const { submission, words } = useCard();
  const text = words.verify_otp;

  async function verify(fields: FormData) {
    // Codes are often shown, and pasted, in groups: "123 456".
    const token = entered(fields, "token").replace(/\s/g, "");
    const { error } = await client.auth.verifyOtp(
      isForPhone(otpType)
        ? { phone: entered(fields, "phone"), token, type: otpType }
        : { email: entered(fields, "email"), token, type: otpType },
    );
    if (error) throw error;
    return text.confirmation_text;
  }

  async function resend(form: HTMLFormElement | null) {
    const fields = new FormData(form ?? undefined);
    const address = entered(fields, isForPhone(otpType) ? "phone" : "email");
    if (!address && !isForPhone(otpType))
      throw new FieldError("email", words.magic_link.empty_email_address);
    await sendCode(client, otpType, address, redirectTo);
    return text.resend_confirmation_text;
  }

  const resending = submission.sending("resend");
  return (
    <Form
      view="verify_otp"
      submit={verify}
      button={text.button_label}
      busyButton={text.loading_button_label}
      links={
        <>
          {otpType !== "invite" && (
            <Button
              loading={resending}
              onClick={({ currentTarget: { form } }) =>
                void submission.run("resend", () => resend(form))
              }
            >
              {resending ? text.resend_loading_button_label : text.resend_button_label}
            </Button>
          )}
          {showLinks && <ViewLink to="sign_in">{words.sign_in.link_text}</ViewLink>}
        </>
      }
    >
      {isForPhone(otpType) ? (
        <Field
          name="phone"
          type="tel"
          autoComplete="tel"
          label={text.phone_input_label}
          placeholder={text.phone_input_placeholder}
        />
      ) : (
        <EmailField label={text.email_input_label} placeholder={text.email_input_placeholder} />
      )}
      <Field
        name="token"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        label={text.token_input_label}
        placeholder={text.token_input_placeholder}
      />
    </Form>
  );
}
