import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { applyMigration, type Plan, planChange, type SchemaChange } from "../api/schema.ts";
import { Failure } from "../shell/failure.tsx";
import { useToasts } from "../shell/toasts.tsx";

/** Shows the SQL of a change and what it destroys, before it is saved as a migration and applied. */
export function Review({
  change,
  onBack,
  onApplied,
}: {
  readonly change: SchemaChange;
  /** Returns to the form. Undefined if the change has no form. */
  readonly onBack?: (() => void) | undefined;
  readonly onApplied: () => void;
}) {
  const [cascades, setCascades] = useState(false);
  const plannedChange = "cascade" in change ? { ...change, cascade: cascades } : change;
  const plan = useQuery({
    queryKey: ["plan", plannedChange],
    queryFn: ({ signal }) => planChange(plannedChange, signal),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <div className="form">
      {plan.isPending && <p className="quiet">Writing the SQL …</p>}
      {plan.isError && <Failure error={plan.error} onRetry={() => void plan.refetch()} />}
      {"cascade" in change && (
        <label className="check">
          <input
            type="checkbox"
            checked={cascades}
            onChange={(event) => setCascades(event.target.checked)}
          />
          Also drop what depends on it
        </label>
      )}
      {plan.data && <PlanForm key={plan.data.text} plan={plan.data} onApplied={onApplied} />}
      {onBack && (
        <button type="button" className="button button-quiet" onClick={onBack}>
          Back to the form
        </button>
      )}
    </div>
  );
}

function PlanForm({ plan, onApplied }: { readonly plan: Plan; readonly onApplied: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [name, setName] = useState(plan.name);
  const [text, setText] = useState(plan.text);
  const [error, setError] = useState<Error | null>(null);
  const [isSaving, setSaving] = useState(false);
  const { losses, refusal } = plan;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setSaving(true);
    setError(null);
    try {
      const { path } = await applyMigration(name, text);
      toasts.show(`Applied ${path}.`);
      onApplied();
      await client.invalidateQueries();
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
      setSaving(false);
    }
  };
  return (
    <form className="form" onSubmit={(event) => void submit(event)}>
      {losses.length > 0 && (
        <ul className="message message-warning losses" aria-label="What this destroys or opens">
          {losses.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
      )}
      {refusal && text === plan.text && (
        <div className="message message-danger" role="alert">
          <p>PostgreSQL would refuse this: {refusal.message}</p>
          {refusal.detail && <p className="refusal-detail">{refusal.detail}</p>}
        </div>
      )}
      <label htmlFor="plan-text">SQL</label>
      <textarea
        id="plan-text"
        className="input input-code"
        rows={Math.min(16, Math.max(5, text.split("\n").length))}
        spellCheck={false}
        required
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <label htmlFor="plan-name">Name of the migration</label>
      <input
        id="plan-name"
        className="input input-code"
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <p className="quiet file-path">supabase/migrations/&lt;time&gt;_{name}.sql</p>
      {error && <Failure error={error} />}
      <button type="submit" className="button button-primary" aria-disabled={isSaving}>
        {isSaving ? "Applying …" : "Save and apply"}
      </button>
    </form>
  );
}
