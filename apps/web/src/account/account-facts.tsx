import { useAccount } from "@portico/react/account";
import { useId } from "react";
import { useFormat } from "../i18n/format.ts";
import { useTexts } from "../i18n/translations.tsx";

/** The account's id and dates, in a section like the kit's. */
export function AccountFacts() {
  const texts = useTexts().account.who;
  const format = useFormat();
  const { user } = useAccount();
  const id = useId();
  return (
    <section className="portico-section" aria-labelledby={id}>
      <h2 id={id}>{texts.title}</h2>
      <dl className="facts">
        <Fact name={texts.since} value={format.date(user.created_at)} />
        {user.last_sign_in_at && (
          <Fact name={texts.lastSignIn} value={format.moment(user.last_sign_in_at)} />
        )}
        <Fact name={texts.id} value={user.id} code />
      </dl>
    </section>
  );
}

function Fact({ name, value, code }: { name: string; value: string; code?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{code ? <code dir="ltr">{value}</code> : value}</dd>
    </div>
  );
}
