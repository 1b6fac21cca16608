import { useCard } from "../form/card.ts";
import { EmailField, Field } from "../form/field.tsx";
import { entered, Form } from "../form/form.tsx";
import { ViewLink } from "../form/view-link.tsx";
import type { OtpType } from "../types.ts";
import type { ViewProps } from "./view.ts";

/** Verifies a one-time code that came by e-mail, or by message to a phone. */
export function VerifyOtpView({ client, otpType, showLinks }: ViewProps) {
  const { words } = useCard();
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

  return (
    <Form
      view="verify_otp"
      submit={verify}
      button={text.button_label}
      busyButton={text.loading_button_label}
      links={showLinks && <ViewLink to="sign_in">{words.sign_in.link_text}</ViewLink>}
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

function isForPhone(type: OtpType): type is "sms" | "phone_change" {
  return type === "sms" || type === "phone_change";
}
