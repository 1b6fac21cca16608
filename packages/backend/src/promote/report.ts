import type { Difference, MovingData, PushedParts, Rehearsal } from "./rehearsal.ts";

/** Formats a rehearsal for a person. */
export function reportRehearsal({ differences, pushed, data }: Rehearsal): string {
  const order = { fails: 0, differs: 1 } as const;
  const sorted = [...differences].sort((a, b) => order[a.severity] - order[b.severity]);
  return [
    "Differs on the hosted service",
    sorted.length === 0 ? "  nothing that this command looks for\n" : sorted.map(item).join(""),
    "Would be pushed",
    pushList(pushed),
    "Would move",
    data ? dataList(data) : "  nothing: the project has no database yet\n",
    "Nothing was sent. How to move: docs/moving.md\n",
  ].join("\n");
}

const item = ({ severity, cause, fix }: Difference) =>
  `${severity === "fails" ? "✗" : "?"} ${cause}\n  → ${fix}\n`;

function pushList({ migrations, secrets, seeds, config, functions, buckets }: PushedParts): string {
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

function dataList(data: MovingData): string {
  const rows: readonly [count: number, label: string, how: string][] = [
    [data.users, "users", "by portico export, with the hashes of their passwords"],
    [data.identities, "identities", "by portico export"],
    [data.sessions, "sessions", "do not move: everyone signs in again"],
    [data.factors, "second factors", "do not move: everyone enrolls again"],
    [data.passkeys, "passkeys", "do not move: everyone registers again"],
    [
      data.files,
      `files (${(data.fileBytes / 1e6).toFixed(1)} MB)`,
      "their metadata by portico export; copy their content by the S3 protocol",
    ],
    [data.secrets, "secrets of the vault", "do not move: create them again"],
  ];
  return rows.map(([count, label, how]) => `  ${count} ${label}: ${how}\n`).join("");
}
