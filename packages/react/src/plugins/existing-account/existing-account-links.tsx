import { pushView } from "../../address/fragment.ts";
import type { ViewType } from "../../view-names.ts";
import type { PluginForm } from "../plugin.ts";
import { wordsFor } from "../words-for.ts";
import { existing as english } from "./en.ts";

interface ExistingAccountLinksProps {
  form: PluginForm;
  email: string;
  /** Called before another view is shown. */
  onLeave?: () => void;
}

/**
 * Renders links for users who sign up with an address that already has an account. Like the server's response, they are
 * the same whether there is one or not.
 */
export function ExistingAccountLinks({ form, email, onLeave }: ExistingAccountLinksProps) {
  const words = wordsFor("existing", english, form.options.localization);
  const link = (view: ViewType, text: string) => (
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
      {link("sign_in", words.sign_in)}
      {link("forgotten_password", words.reset)}
    </div>
  );
}
