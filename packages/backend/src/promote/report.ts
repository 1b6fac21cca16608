import { formatCount } from "../format-count.ts";
import type { Difference, MovingData, PushedParts, Rehearsal } from "./rehearsal.ts";

/** Formats a rehearsal for a person. */
export function formatRehearsal({ differences, pushed, data }: Rehearsal): string {
  const order = { fails: 0, differs: 1 } as const;
  const sorted = [...differences].sort((a, b) => order[a.severity] - order[b.severity]);
  return [
    "Differences on the hosted service",
    sorted.length === 0
      ? "  none of those that this command looks for\n"
      : sorted.map(formatDifference).join(""),
    "Would be pushed",
    formatPushedParts(pushed),
    "Would move",
    data ? formatData(data) : "  nothing: the project has no database yet\n",
    "Nothing was sent. How to move: docs/moving.md\n",
  ].join("\n");
}

const formatDifference = ({ severity, cause, fix }: Difference) =>
  `${severity === "fails" ? "✗" : "?"} ${cause}\n  → ${fix}\n`;

function formatPushedParts({
  migrations,
  secrets,
  seeds,
  config,
  functions,
  buckets,
}: PushedParts): string {
  const rows: readonly [command: string, names: readonly string[]][] = [
    ["supabase db push", migrations],
    ["supabase db push, to Vault", secrets],
    ["supabase db push --include-seed", seeds],
    ["supabase config push", config.map((section) => `[${section}]`)],
    ["supabase functions deploy", functions],
    ["supabase seed buckets --linked", buckets],
  ];
  return rows
    .map(
      ([command, names]) => `  ${command}: ${names.length === 0 ? "nothing" : names.join(", ")}\n`,
    )
    .join("");
}

function formatData(data: MovingData): string {
  const files = formatCount(data.files, "file");
  const secrets = formatCount(data.secrets, "secret");
  const rows: readonly [subject: string, method: string][] = [
    [
      formatCount(data.users, "user"),
      "with portico export, including the hashes of their passwords",
    ],
    [formatCount(data.identities, "identity", "identities"), "with portico export"],
    [formatCount(data.sessions, "session"), "do not move: everyone signs in again"],
    [formatCount(data.factors, "second factor"), "do not move: everyone enrolls again"],
    [formatCount(data.passkeys, "passkey"), "do not move: everyone registers again"],
    [
      `${files} (${(data.fileBytes / 1e6).toFixed(1)} MB)`,
      "their metadata with portico export; copy their content with the S3 protocol",
    ],
    [`${secrets} of the vault`, "do not move: create them again"],
  ];
  return rows.map(([subject, method]) => `  ${subject}: ${method}\n`).join("");
}
