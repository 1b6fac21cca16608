import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Finding, getAdvice } from "../api/advice.ts";
import { useFeature } from "../api/use-feature.ts";
import { SaveDialog } from "../files/save-dialog.tsx";
import { Failure } from "../shell/failure.tsx";
import { useToasts } from "../shell/toasts.tsx";
import { DoctorSection } from "./doctor-section.tsx";
import { SizesSection } from "./sizes-section.tsx";
import { StatementsSection } from "./statements-section.tsx";

const levels = [
  ["ERROR", "Errors"],
  ["WARN", "Warnings"],
  ["INFO", "Suggestions"],
] as const;

/** Lists the findings of `portico db advisors` and `portico doctor`, slow statements and growing tables. */
export default function AdviceScreen() {
  const client = useQueryClient();
  const isDevelopment = useFeature("requests");
  const advice = useQuery({ queryKey: ["advice", "database"], queryFn: getAdvice });
  const [fix, setFix] = useState<Finding | null>(null);
  useEffect(() => {
    document.title = "Advice – Desk";
  }, []);
  const findings = advice.data?.findings ?? [];
  return (
    <main id="main" className="split-main" tabIndex={-1}>
      <header className="table-head">
        <h1>Advice</h1>
        <span className="tabs" />
        <button
          type="button"
          className="button"
          onClick={() => void client.invalidateQueries({ queryKey: ["advice"] })}
        >
          Check again
        </button>
      </header>
      <div className="page-scroll advice">
        {advice.isPending && <p className="quiet">Loading …</p>}
        {advice.isError && <Failure error={advice.error} onRetry={() => void advice.refetch()} />}
        {advice.isSuccess && findings.length === 0 && (
          <section>
            <h2>Nothing to improve</h2>
            <p className="quiet">The checks of the database found no issues.</p>
          </section>
        )}
        {levels.map(([level, title]) => {
          const levelFindings = findings.filter((finding) => finding.level === level);
          if (levelFindings.length === 0) return null;
          return (
            <section key={level}>
              <h2>
                {title} ({levelFindings.length})
              </h2>
              <ul className="findings">
                {levelFindings.map((finding) => (
                  <FindingItem
                    key={finding.cache_key}
                    finding={finding}
                    onSave={() => setFix(finding)}
                  />
                ))}
              </ul>
            </section>
          );
        })}
        {advice.data && advice.data.count > findings.length && (
          <p className="quiet">{advice.data.count - findings.length} more are not shown.</p>
        )}
        {isDevelopment && (
          <>
            <DoctorSection />
            <StatementsSection />
            <SizesSection />
          </>
        )}
      </div>
      {fix?.fix && (
        <SaveDialog
          kind="migrations"
          name={`fix_${fix.name}`}
          text={`${fix.fix}\n`}
          onClose={() => setFix(null)}
        />
      )}
    </main>
  );
}

function FindingItem({
  finding,
  onSave,
}: {
  readonly finding: Finding;
  readonly onSave: () => void;
}) {
  const toasts = useToasts();
  const { title, level, categories, description, detail, remediation, metadata, fix } = finding;
  const object = [metadata["schema"], metadata["name"]].filter(Boolean).join(".");
  const copy = () =>
    navigator.clipboard
      .writeText(fix ?? "")
      .then(() => toasts.show("Copied the SQL."), toasts.fail);
  return (
    <li className="finding">
      <h3>
        {title}
        <span className={level === "INFO" ? "tag" : "tag tag-warning"}>
          {categories[0]?.toLowerCase()}
        </span>
      </h3>
      <p>
        <bdi className="fact-name">{object}</bdi>{" "}
        <span className="quiet">{String(metadata["type"])}</span>
      </p>
      <p>{detail}</p>
      <p className="quiet">
        {description}{" "}
        <a href={remediation} target="_blank" rel="noreferrer noopener">
          Read more<span className="visually-hidden"> about {title} in a new tab</span>
        </a>
      </p>
      {fix === null ? (
        <p className="quiet">Only you can decide how to fix this.</p>
      ) : (
        <>
          <pre className="definition">
            <code>{fix}</code>
          </pre>
          <p className="button-row">
            <button type="button" className="button" onClick={() => void copy()}>
              Copy SQL<span className="visually-hidden"> for {detail}</span>
            </button>
            <button type="button" className="button" onClick={onSave}>
              Save as migration<span className="visually-hidden"> for {detail}</span>
            </button>
          </p>
        </>
      )}
    </li>
  );
}
