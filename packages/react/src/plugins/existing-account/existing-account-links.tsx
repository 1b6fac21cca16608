import { pushView } from "../../address/fragment.ts";
import type { ViewType } from "../../view-names.ts";
import type { PluginForm } from "../plugin.ts";
import { wordsFor } from "../words-for.ts";
import { existing as english } from "./en.ts";

interface ExistingAccountLinksProps {
  form: PluginForm;
  email: string;
  /** Told before another view is shown. */
  onLeave?: () => void;
}

/**
 * Helps people who sign up with an address that has an account already, and tells nothing
 * to anybody else: it is the same whether there is one or not, as the server's answer is.
 */
export function ExistingAccountLinks({ form, email, onLeave }: ExistingAccountLinksProps) {
  const words = wordsFor("existing", english, form.options.localization);
  const way = (view: ViewType, text: string) => (
    <button
      type="button"
      className="portico-way"
      onClick={() => {
        onLeave?.();
        form.show(view, { email });
        if (form.options.showLinks !== false) pushView(view);
      }}
    >
      {text}
    </button>
  );
  return (
    <div className="portico-existing">
      <p className="portico-text">{words.text}</p>
      {way("sign_in", words.sign_in)}
      {way("forgotten_password", words.reset)}
    </div>
  );
}
