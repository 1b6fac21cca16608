import { type ViewType, viewHash } from "@portico/react";
import { replaceAddress } from "../browser/address.ts";
import { useBackend } from "../data/backend.tsx";
import { useWords } from "../i18n/vocabulary.tsx";

/** Under the card: the ways on that the form itself does not show. */
export function SignInHints({ view, setPassword }: { view: ViewType; setPassword: boolean }) {
  const words = useWords().door;
  if (setPassword) return <KeepPassword />;
  switch (view) {
    case "sign_up":
    case "magic_link":
    case "forgotten_password":
      return (
        <p className="door-hints">
          <a href={viewHash("verify_otp")}>{words.haveCode}</a>
        </p>
      );
    case "update_password":
      return (
        <p className="door-hints">
          {words.needLink} <a href={viewHash("forgotten_password")}>{words.askForLink}</a>
        </p>
      );
    case "sign_in":
    case "verify_otp":
      return null;
  }
}

/** Whoever came by a recovery link is signed in, and may leave the password as it is. */
function KeepPassword() {
  const words = useWords().door;
  const { recovery } = useBackend();
  return (
    <p className="door-hints">
      <button
        type="button"
        className="link-button"
        onClick={() => {
          recovery.end();
          replaceAddress("/notes");
        }}
      >
        {words.keepPassword}
      </button>
    </p>
  );
}
