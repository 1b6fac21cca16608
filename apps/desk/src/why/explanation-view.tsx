import type { Clause, Explanation } from "../api/why.ts";

const formatTruth = (value: boolean | null, error: string | null = null) =>
  error ? `fails: ${error}` : value === null ? "null" : String(value);

/** Shows the verdict of `portico why`, the policies that decided it, and what would change it. */
export function ExplanationView({ explanation }: { readonly explanation: Explanation }) {
  const { verdict, request, caller, details, remedies, notes, policies, rows } = explanation;
  return (
    <>
      <section className="why-verdict" role="status">
        <p className="why-sentence">{verdict}</p>
        <p className="quiet">
          <code>{request}</code> as <bdi>{caller.name}</bdi>, role {caller.role}
        </p>
      </section>
      <Sentences title="What would change the answer" sentences={remedies} />
      <Sentences title="What decides" sentences={details} />
      {rows.length > 0 && (
        <section>
          <h2>Rows that do not pass</h2>
          {rows.map(({ table, row, isNew, policies: evaluatedPolicies }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an explanation never move
            <article key={index} className="why-row">
              <h3>
                {isNew ? "New row of" : "Row of"} <bdi>{table}</bdi>
              </h3>
              <pre className="definition">
                <code>{JSON.stringify(row, null, 2)}</code>
              </pre>
              {evaluatedPolicies.map((policy) => (
                <div key={`${policy.policy} ${policy.part}`}>
                  <h4>
                    {policy.isPermissive ? "" : "restrictive "}
                    {policy.command} policy “<bdi>{policy.policy}</bdi>”, {policy.part}:{" "}
                    <Value value={policy.value} error={policy.error} />
                  </h4>
                  <ul className="clauses">
                    <ClauseItem clause={policy.clause} />
                  </ul>
                </div>
              ))}
            </article>
          ))}
        </section>
      )}
      {policies.length > 0 && (
        <section>
          <h2>Policies of the tables</h2>
          <ul className="why-policies">
            {policies.map((policy) => (
              <li key={`${policy.table} ${policy.name}`}>
                <bdi className="fact-name">{policy.name}</bdi> on <bdi>{policy.table}</bdi>:{" "}
                {policy.isPermissive ? "permissive" : "restrictive"}, {policy.command}, to{" "}
                {policy.roles.join(", ")}
                {!policy.applies && <span className="tag">not for {caller.role}</span>}
                {policy.using && <code>using {policy.using}</code>}
                {policy.withCheck && <code>with check {policy.withCheck}</code>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Sentences title="Not determined" sentences={notes} />
      <details>
        <summary>Claims</summary>
        <pre className="definition">
          <code>{JSON.stringify(caller.claims, null, 2)}</code>
        </pre>
      </details>
    </>
  );
}

function Sentences({
  title,
  sentences,
}: {
  readonly title: string;
  readonly sentences: readonly string[];
}) {
  if (sentences.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className="why-sentences">
        {sentences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

function Value({
  value,
  error,
}: {
  readonly value: boolean | null;
  readonly error?: string | null;
}) {
  return (
    <strong className="clause-value" data-value={String(value)}>
      {formatTruth(value, error)}
    </strong>
  );
}

function ClauseItem({ clause }: { readonly clause: Clause }) {
  if (clause.kind !== "leaf") {
    return (
      <li>
        {clause.kind}: <Value value={clause.value} />
        <ul>
          {clause.members.map((member, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the clauses of a policy never move
            <ClauseItem key={index} clause={member} />
          ))}
        </ul>
      </li>
    );
  }
  return (
    <li>
      <code>{clause.text}</code> → <Value value={clause.value} error={clause.error} />
      {(clause.operands.length > 0 || clause.subselects.length > 0) && (
        <ul>
          {clause.operands.map(({ text, value }) => (
            <li key={text}>
              <code>{text}</code> is <bdi>{value ?? "null"}</bdi>
            </li>
          ))}
          {clause.subselects.map(({ text, rows, unfilteredRows }) => (
            <li key={text}>
              <code>{text}</code> returns {rows?.join(", ") || "no rows"}
              {unfilteredRows && `; without policies ${unfilteredRows.join(", ") || "no rows"}`}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
