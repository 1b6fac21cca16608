import { useFormat } from "../i18n/format.ts";
import { useWords } from "../i18n/vocabulary.tsx";
import { Section } from "./section.tsx";
import { useAccount } from "./use-account.ts";

/** Who is signed in. */
export function Who() {
  const words = useWords();
  const who = words.account.who;
  const format = useFormat();
  const { user, error, retry } = useAccount();
  return (
    <Section title={who.title}>
      <dl className="facts">
        {user.email && <Fact name={who.email} value={user.email} />}
        {user.phone && <Fact name={who.phone} value={`+${user.phone}`} />}
        <Fact name={who.since} value={format.date(user.created_at)} />
        {user.last_sign_in_at && (
          <Fact name={who.lastSignIn} value={format.moment(user.last_sign_in_at)} />
        )}
        <Fact name={who.id} value={user.id} code />
      </dl>
      {error && (
        <p className="message message-danger" role="alert">
          {who.failed} {error.message}{" "}
          <button type="button" className="link-button" onClick={retry}>
            {words.tryAgain}
          </button>
        </p>
      )}
    </Section>
  );
}

function Fact({ name, value, code }: { name: string; value: string; code?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{code ? <code>{value}</code> : value}</dd>
    </div>
  );
}
