/**
 * Compares downloads and uploads with a bare Node server on the same disk, signed URLs with their HMAC, and listing
 * objects under row-level security with its SQL.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { start } from "../instruments/child.ts";
import type { Stage } from "../instruments/compared-servers.ts";
import type { Load, Request } from "../instruments/load.ts";
import {
  formatVerdict,
  print,
  type RoundResult,
  runAlternately,
  seconds,
  type Workload,
} from "../instruments/measure.ts";
import type { PlainServerCommand } from "./plain.ts";

const megabyte = 1024 * 1024;
const connections = 8;
/** The number of objects in the listed bucket, and the size of a page of the list. */
const [objectCount, pageSize] = [100_000, 1000];

export async function measureStorage(stage: Stage): Promise<void> {
  const { user, secret, name } = stage;
  const folder = await mkdtemp(join(tmpdir(), "portico-bench-files-"));
  const content = randomBytes(megabyte).toString("base64").slice(0, megabyte);
  await writeFile(join(folder, "file"), content);
  const plainServer = start("./storage/plain.ts");
  const serve = { directory: folder, file: "file", size: megabyte };
  const origin = await plainServer.request<string>({ serve } satisfies PlainServerCommand);
  const load = start("./instruments/load.ts");
  const plainSide =
    (request: Request): Workload =>
    (seconds) =>
      load.request<RoundResult>({
        origins: [origin],
        requests: [request],
        connections,
        seconds,
      } as Load);
  const file = `/storage/v1/object/files/${user.id}`;
  const userHeaders = { authorization: `Bearer ${user.accessToken}` };
  const upload: Request = {
    method: "POST",
    path: `${file}/file`,
    body: content,
    headers: { ...userHeaders, "x-upsert": "true", "content-type": "application/octet-stream" },
  };
  await stage.script(fillBucket(user.id));
  const firstUpload = await fetch(stage.origins[0] + upload.path, upload);
  if (!firstUpload.ok)
    throw new Error(
      `The upload failed with status ${firstUpload.status}: ${await firstUpload.text()}`,
    );

  const formatLine = (
    label: string,
    wire: RoundResult,
    baseline: RoundResult,
    baselineName: string,
  ) =>
    `${name}: ${label}: ${wire.perSecond.toFixed(0)}/s, p99 ${wire.p99Ms.toFixed(1)} ms; ` +
    `${baselineName} ${baseline.perSecond.toFixed(0)}/s; ratio `;

  const downloads = {
    "a download of 1 MB under policies": { path: file.replace("object/", "object/authenticated/") },
    "a public download of 1 MB": { path: `/storage/v1/object/public/pictures/${user.id}` },
  };
  await fetch(`${stage.origins[0]}/storage/v1/object/pictures/${user.id}/file`, {
    method: "POST",
    body: content,
    headers: { authorization: `Bearer ${secret}` },
  });
  for (const [label, { path }] of Object.entries(downloads)) {
    const request = { method: "GET", path: `${path}/file`, headers: userHeaders };
    const { wire, baseline } = await runAlternately({
      wire: stage.wire([request], { connections }),
      baseline: plainSide({ method: "GET", path: "/", headers: {} }),
    });
    const ratio = formatVerdict(wire.perSecond / baseline.perSecond, { atLeast: 0.7 });
    print(formatLine(label, wire, baseline, "a bare server") + ratio);
  }

  const uploads = await runAlternately({
    wire: stage.wire([upload], { connections }),
    baseline: plainSide({ method: "PUT", path: "/", headers: {}, body: content }),
  });
  print(
    formatLine("an upload of 1 MB", uploads.wire, uploads.baseline, "a bare server") +
      formatVerdict(uploads.wire.perSecond / uploads.baseline.perSecond, { atLeast: 0.6 }),
  );

  const signRequest: Request = {
    method: "POST",
    path: "/storage/v1/object/sign/files",
    headers: { ...userHeaders, "content-type": "application/json" },
    body: JSON.stringify({
      expiresIn: 60,
      paths: Array.from({ length: pageSize }, (_, n) => nameOf(user.id, n)),
    }),
  };
  const signSide = (label: "hmac" | "url"): Workload =>
    multiplyRate(
      (seconds) =>
        plainServer.request<RoundResult>({ sign: label, seconds } satisfies PlainServerCommand),
      100,
    );
  const signResults = await runAlternately({ wire: signSide("url"), baseline: signSide("hmac") });
  print(
    formatLine(
      "the token of a signed URL",
      signResults.wire,
      signResults.baseline,
      "its HMAC alone",
    ) +
      formatVerdict(signResults.wire.perSecond / signResults.baseline.perSecond, { atLeast: 0.5 }),
  );
  const wire = multiplyRate(stage.wire([signRequest], { connections }), pageSize);
  await wire(1);
  const { perSecond } = await wire(seconds);
  const isMet = perSecond >= 5000 ? "met" : "missed";
  print(
    `${name}: signed URLs from the wire: ${perSecond.toFixed(0)}/s (wanted at least 5000: ${isMet})`,
  );

  const lists: Record<string, Request> = {
    "a folder": {
      method: "POST",
      path: "/storage/v1/object/list/files",
      headers: signRequest.headers,
      body: JSON.stringify({ prefix: user.id, limit: pageSize }),
    },
    "a page": {
      method: "POST",
      path: "/storage/v1/object/list-v2/files",
      headers: signRequest.headers,
      body: JSON.stringify({ prefix: `${user.id}/`, limit: pageSize }),
    },
  };
  for (const [label, request] of Object.entries(lists)) {
    const { wire, baseline } = await runAlternately({
      wire: stage.wire([request], { connections: 2 }),
      baseline: await stage.driver([request], { concurrency: 2 }),
    });
    print(
      `${formatLine(`${label} of ${pageSize} among ${objectCount} objects`, wire, baseline, "the same SQL on the driver")}` +
        `${formatVerdict(wire.medianMs / baseline.medianMs, { atMost: 1.5 })} of its time`,
    );
  }
  await load.close();
  await plainServer.close();
  await rm(folder, { recursive: true });
}

const multiplyRate =
  (side: Workload, factor: number): Workload =>
  async (seconds) => {
    const figures = await side(seconds);
    return { ...figures, perSecond: figures.perSecond * factor };
  };

const nameOf = (owner: string, number: number) => `${owner}/${String(number).padStart(6, "0")}.txt`;

/** Returns the SQL that creates a bucket with a thousand objects of the user. All others belong to other users. */
function fillBucket(owner: string): string {
  return `
    insert into storage.buckets (id, name, public) values ('files', 'files', false), ('pictures', 'pictures', true);
    create policy own on storage.objects for all to authenticated
      using (bucket_id = 'files' and (storage.foldername(name))[1] = (select auth.uid())::text)
      with check (bucket_id = 'files' and (storage.foldername(name))[1] = (select auth.uid())::text);
    insert into storage.objects (bucket_id, name, metadata)
      select 'files', case when n < ${pageSize} then '${owner}' else md5((n / ${pageSize})::text) end
        || '/' || lpad((n % ${pageSize})::text, 6, '0') || '.txt', '{"size": 1, "mimetype": "text/plain"}'
      from generate_series(0, ${objectCount - 1}) n;
    analyze storage.objects`;
}
