import { useState } from "react";
import { useWords } from "../i18n/vocabulary.tsx";
import { useSignOut } from "../shell/sign-out.ts";
import { Section } from "./section.tsx";

/** The way out: of this browser, or of every device. */
export function Sessions() {
  const words = useWords().account.sessions;
  const signOut = useSignOut();
  const [leaving, setLeaving] = useState<"local" | "global" | null>(null);

  const leave = async (scope: "local" | "global") => {
    if (leaving) return;
    setLeaving(scope);
    await signOut(scope);
    setLeaving(null);
  };

  return (
    <Section title={words.title} text={words.text}>
      <div className="button-row">
        <button
          type="button"
          className="button"
          aria-disabled={leaving !== null}
          onClick={() => void leave("local")}
        >
          {leaving === "local" ? words.busy : words.here}
        </button>
        <button
          type="button"
          className="button button-danger"
          aria-disabled={leaving !== null}
          onClick={() => void leave("global")}
        >
          {leaving === "global" ? words.busy : words.everywhere}
        </button>
      </div>
    </Section>
  );
}
