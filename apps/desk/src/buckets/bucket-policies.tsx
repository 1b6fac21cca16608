import { useQuery } from "@tanstack/react-query";
import { getStructure, type Structure } from "../api/catalog.ts";
import { Failure } from "../shell/failure.tsx";

type Policy = Structure["policies"][number];

/** Lists the policies of `storage.objects`, with those that can apply to the bucket first. */
export function BucketPolicies({
  bucket,
  isPublic,
}: {
  readonly bucket: string;
  readonly isPublic: boolean;
}) {
  const structure = useQuery({
    queryKey: ["structure", "storage", "objects"],
    queryFn: () => getStructure("storage", "objects"),
  });
  const policies = structure.data?.policies ?? [];
  const matchingPolicies = policies.filter((policy) => mayApply(policy, bucket));
  const otherPolicies = policies.filter((policy) => !mayApply(policy, bucket));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="page-scroll report" tabIndex={0} aria-label="Policies">
      {isPublic && (
        <p className="message message-warning">
          The bucket is public: policies do not apply to downloads by address.
        </p>
      )}
      {structure.isPending && <p className="quiet">Loading …</p>}
      {structure.isError && (
        <Failure error={structure.error} onRetry={() => void structure.refetch()} />
      )}
      {structure.data && (
        <section>
          <h2>Policies for this bucket ({matchingPolicies.length})</h2>
          {matchingPolicies.length === 0 && (
            <p className="quiet">
              No policy admits anyone, so only servers with the secret key reach the files.
            </p>
          )}
          <PolicyList policies={matchingPolicies} />
        </section>
      )}
      {otherPolicies.length > 0 && (
        <details>
          <summary>Policies that name other buckets ({otherPolicies.length})</summary>
          <PolicyList policies={otherPolicies} />
        </details>
      )}
    </section>
  );
}

function PolicyList({ policies }: { readonly policies: readonly Policy[] }) {
  return (
    <ul className="findings">
      {policies.map((policy) => (
        <li key={policy.name} className="finding">
          <h3>
            <bdi>{policy.name}</bdi>
            <span className="tag">{policy.command}</span>
            {!policy.isPermissive && <span className="tag tag-warning">restrictive</span>}
          </h3>
          <p className="quiet">for {policy.roles.join(", ")}</p>
          {policy.using && (
            <pre className="definition">
              <code>using ({policy.using})</code>
            </pre>
          )}
          {policy.check && (
            <pre className="definition">
              <code>with check ({policy.check})</code>
            </pre>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Returns whether a policy can apply to a bucket. A policy that compares `bucket_id` only with other names cannot. */
function mayApply({ using, check }: Policy, bucket: string): boolean {
  const text = `${using ?? ""} ${check ?? ""}`;
  const comparisons = [...text.matchAll(/bucket_id\s*(=|<>)\s*'((?:[^']|'')*)'/g)];
  if (comparisons.length === 0 || comparisons.some(([, operator]) => operator === "<>"))
    return true;
  return comparisons.some(([, , name]) => name?.replaceAll("''", "'") === bucket);
}
