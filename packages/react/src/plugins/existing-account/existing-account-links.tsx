import { pushView } from "../../address/fragment.ts";
import type { ViewType } from "../../view-names.ts";
import type { PluginForm } from "../plugin.ts";
import { textsFor } from "../texts-for.ts";
import { existing as english } from "./en.ts";

interface ExistingAccountLinksProps {
  form: PluginForm;
  email: string;
  /** Called before another view is shown. */
  onLeave?: () => void;
}

/**
 * Renders links for users who sign up with an address that already has an account. Like the server's response, the
 * links do not reveal whether there is one.
 */
export function ExistingAccountLinks({ form, email, onLeave }: ExistingAccountLinksProps) {
  const texts = textsFor("existing", english, form.options.localization);
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
      <p className="portico-text">{texts.text}</p>
      {link("sign_in", texts.sign_in)}
      {link("forgotten_password", texts.reset)}
    </div>
  );
}
