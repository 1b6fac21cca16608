import { type ViewType, viewHash } from "@portico/react";
import { replaceAddress } from "../browser/address.ts";
import { useBackend } from "../data/backend.tsx";
import { useTexts } from "../i18n/translations.tsx";

/** Links below the card, which the form itself does not have. */
export function SignInHints({ view, setPassword }: { view: ViewType; setPassword: boolean }) {
  const texts = useTexts().signIn;
  if (setPassword) return <KeepPassword />;
  switch (view) {
    case "sign_up":
    case "magic_link":
    case "forgotten_password":
      return (
        <p className="sign-in-hints">
          <a href={viewHash("verify_otp")}>{texts.haveCode}</a>
        </p>
      );
    case "update_password":
      return (
        <p className="sign-in-hints">
          {texts.needLink} <a href={viewHash("forgotten_password")}>{texts.askForLink}</a>
        </p>
      );
    case "sign_in":
    case "verify_otp":
      return null;
  }
}

/** Lets a user with a recovery link keep the current password: the link has signed them in. */
function KeepPassword() {
  const texts = useTexts().signIn;
  const { recovery } = useBackend();
  return (
    <p className="sign-in-hints">
      <button
        type="button"
        className="link-button"
        onClick={() => {
          recovery.end();
          replaceAddress("/notes");
        }}
      >
        {texts.keepPassword}
      </button>
    </p>
  );
}
