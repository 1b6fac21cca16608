import type { Context } from "hono";
import { z } from "zod";
import type { RunAs } from "../caller.ts";
import type { DeskContext } from "../context.ts";
import { invalidRequest } from "../errors.ts";
import { previewKind } from "../preview-kind.ts";
import { toPreview } from "../preview-store.ts";
import { asService, callWire, callWireForJson } from "../relay.ts";
import { type Endpoint, readBody, runAsShape } from "./endpoint.ts";

const wire = "/storage/v1";

const bucketNameShape = z.string().min(1).max(100);
const objectNameShape = z.string().min(1).max(1024);
const bucketShape = z.object({ as: runAsShape, bucket: bucketNameShape });
const objectShape = bucketShape.extend({ name: objectNameShape });

const encodedName = (name: string) => name.split("/").map(encodeURIComponent).join("/");
const pathOf = ({ bucket, name }: { readonly bucket: string; readonly name: string }) =>
  `${encodeURIComponent(bucket)}/${encodedName(name)}`;

/** `POST /storage/buckets/list`: returns the buckets that a role sees. */
export const postBuckets: Endpoint = async (context, c) => {
  const { as, search } = await readBody(
    c,
    z.object({ as: runAsShape, search: z.string().max(100).default("") }),
  );
  const query = new URLSearchParams({
    limit: "500",
    sortColumn: "name",
    sortOrder: "asc",
    ...(search !== "" && { search }),
  });
  const path = `${wire}/bucket?${query}`;
  return c.json({ buckets: await callWireForJson(context, c, { method: "GET", path, as }) });
};

const propertiesShape = z.object({
  bucket: bucketNameShape,
  isPublic: z.boolean(),
  /** The maximum size of a file in bytes. If null, the project's limit applies. */
  sizeLimit: z.int().min(0).nullable(),
  /** The allowed types, such as `image/png` and `image/*`, or an empty list if all types are allowed. */
  types: z.array(z.string().min(1).max(200)).max(100),
});

const propertiesOf = ({ isPublic, sizeLimit, types }: z.output<typeof propertiesShape>) => ({
  public: isPublic,
  file_size_limit: sizeLimit,
  allowed_mime_types: types.length > 0 ? types : null,
});

/** `POST /storage/buckets/create`: creates a bucket. */
export const postBucketCreation: Endpoint = async (context, c) => {
  const properties = await readBody(c, propertiesShape);
  const { bucket } = properties;
  const json = { id: bucket, name: bucket, ...propertiesOf(properties) };
  await callWire(context, c, { method: "POST", path: `${wire}/bucket`, as: asService, json });
  return c.json({});
};

/** `POST /storage/buckets/update`: changes the properties of a bucket. */
export const postBucketChange: Endpoint = async (context, c) => {
  const properties = await readBody(c, propertiesShape);
  const path = `${wire}/bucket/${encodeURIComponent(properties.bucket)}`;
  const json = propertiesOf(properties);
  await callWire(context, c, { method: "PUT", path, as: asService, json });
  return c.json({});
};

/** `POST /storage/buckets/empty`: deletes all files in a bucket. */
export const postBucketClearing: Endpoint = async (context, c) => {
  const { bucket } = await readBody(c, z.object({ bucket: bucketNameShape }));
  const path = `${wire}/bucket/${encodeURIComponent(bucket)}/empty`;
  await callWire(context, c, { method: "POST", path, as: asService });
  return c.json({});
};

/** `POST /storage/buckets/delete`: deletes an empty bucket. */
export const postBucketDeletion: Endpoint = async (context, c) => {
  const { bucket } = await readBody(c, z.object({ bucket: bucketNameShape }));
  const path = `${wire}/bucket/${encodeURIComponent(bucket)}`;
  await callWire(context, c, { method: "DELETE", path, as: asService });
  return c.json({});
};

/** `POST /storage/objects/list`: returns a page of a folder's subfolders and files whose names begin with `search`. */
export const postObjects: Endpoint = async (context, c) => {
  const { as, bucket, folder, search, cursor } = await readBody(
    c,
    bucketShape.extend({
      folder: z.string().max(1024).default(""),
      search: z.string().max(200).default(""),
      cursor: z.string().max(8_000).optional(),
    }),
  );
  const json = { prefix: folder + search, with_delimiter: true, limit: 100, cursor };
  const path = `${wire}/object/list-v2/${encodeURIComponent(bucket)}`;
  return c.json(await callWireForJson(context, c, { method: "POST", path, as, json }));
};

/** `POST /storage/objects/info`: returns the metadata of a file. */
export const postObjectInfo: Endpoint = async (context, c) => {
  const { as, ...location } = await readBody(c, objectShape);
  const path = `${wire}/object/info/authenticated/${pathOf(location)}`;
  return c.json(await callWireForJson(context, c, { method: "GET", path, as }));
};

const targetShape = objectShape.extend({
  toBucket: bucketNameShape,
  toName: objectNameShape,
});

const targetOf = ({ bucket, name, toBucket, toName }: z.output<typeof targetShape>) => ({
  bucketId: bucket,
  sourceKey: name,
  destinationBucket: toBucket,
  destinationKey: toName,
});

/** `POST /storage/objects/move`: renames a file, or moves it to another folder or bucket. */
export const postMove: Endpoint = async (context, c) => {
  const { as, ...target } = await readBody(c, targetShape);
  const json = targetOf({ as, ...target });
  await callWire(context, c, { method: "POST", path: `${wire}/object/move`, as, json });
  return c.json({});
};

/** `POST /storage/objects/copy`: copies a file. */
export const postCopy: Endpoint = async (context, c) => {
  const { as, ...target } = await readBody(c, targetShape);
  const json = targetOf({ as, ...target });
  await callWire(context, c, { method: "POST", path: `${wire}/object/copy`, as, json });
  return c.json({});
};

/** `POST /storage/objects/delete`: deletes the files that the role may delete, and returns how many. */
export const postObjectsDeletion: Endpoint = async (context, c) => {
  const { as, bucket, names } = await readBody(
    c,
    bucketShape.extend({ names: z.array(objectNameShape).min(1).max(maxDeletedPerRound) }),
  );
  return c.json({ deleted: await deleteObjects(context, c, { as, bucket, names }) });
};

const maxDeletedPerRound = 500;
/** For a folder with more files, the page sends several requests. */
const maxRounds = 10;

/**
 * `POST /storage/objects/delete-folder`: deletes the files in a folder, at any depth. Returns how many it deleted, and
 * whether none are left.
 */
export const postFolderDeletion: Endpoint = async (context, c) => {
  const { as, bucket, folder } = await readBody(
    c,
    bucketShape.extend({ folder: z.string().max(1024).regex(/.\/$/) }),
  );
  let deleted = 0;
  for (let round = 0; round < maxRounds; round += 1) {
    const { objects, hasNext } = await callWireForJson<{
      readonly objects: readonly { readonly name: string }[];
      readonly hasNext: boolean;
    }>(context, c, {
      method: "POST",
      path: `${wire}/object/list-v2/${encodeURIComponent(bucket)}`,
      as,
      json: { prefix: folder, limit: maxDeletedPerRound },
    });
    const names = objects.map(({ name }) => name);
    const count = names.length && (await deleteObjects(context, c, { as, bucket, names }));
    deleted += count;
    if (!hasNext || count === 0) return c.json({ deleted, isComplete: count === names.length });
  }
  return c.json({ deleted, isComplete: false });
};

async function deleteObjects(
  context: DeskContext,
  c: Context,
  target: { readonly as: RunAs; readonly bucket: string; readonly names: readonly string[] },
): Promise<number> {
  const { as, bucket, names } = target;
  const deleted = await callWireForJson<readonly unknown[]>(context, c, {
    method: "DELETE",
    path: `${wire}/object/${encodeURIComponent(bucket)}`,
    as,
    json: { prefixes: names },
  });
  return deleted.length;
}

/** `POST /storage/objects/sign`: returns the path of a link that opens a file without a key until it expires. */
export const postSignedLink: Endpoint = async (context, c) => {
  const { as, seconds, ...location } = await readBody(
    c,
    objectShape.extend({
      seconds: z
        .int()
        .min(1)
        .max(10 * 365 * 24 * 60 * 60),
    }),
  );
  const { signedURL } = await callWireForJson<{ readonly signedURL: string }>(context, c, {
    method: "POST",
    path: `${wire}/object/sign/${pathOf(location)}`,
    as,
    json: { expiresIn: seconds },
  });
  return c.json({ link: encodeURI(`${wire}${signedURL}`) });
};

/** A preview of a longer text shows only the beginning. */
const maxTextBytes = 256 * 1024;

/** `POST /storage/objects/preview`: returns the text of a file, or a URL where the page can load it. */
export const postPreview: Endpoint = async (context, c) => {
  const { as, ...location } = await readBody(c, objectShape);
  const read = (range: string | null, request = c) =>
    callWire(context, request, {
      method: "GET",
      path: `${wire}/object/authenticated/${pathOf(location)}`,
      as,
      headers: range === null ? {} : { range },
    });
  const { size, content_type: mimetype } = await callWireForJson<{
    readonly size: number | null;
    readonly content_type: string | null;
  }>(context, c, {
    method: "GET",
    path: `${wire}/object/info/authenticated/${pathOf(location)}`,
    as,
  });
  const preview = previewKind(mimetype, location.name);
  if (!preview) return c.json({ kind: "none" });
  const { kind, type } = preview;
  if (kind === "text") {
    if (!size) return c.json({ kind, text: "", isCut: false });
    const response = await read(`bytes=0-${Math.min(size, maxTextBytes) - 1}`);
    return c.json({ kind, text: await response.text(), isCut: size > maxTextBytes });
  }
  const policy = kind === "pdf" ? "pdf" : "media";
  const url = context.views.add(async (view) =>
    toPreview(await read(view.req.header("range") ?? null, view), type, policy),
  );
  return c.json({ kind, url });
};

const uploadShape = z.object({
  bucket: bucketNameShape,
  name: objectNameShape,
  replaces: z.enum(["true", "false"]).default("false"),
});

/** `POST /storage/upload?bucket=&name=&replaces=`: stores the body as a file, as the role or user in `X-Portico-As`. */
export const postUpload: Endpoint = async (context, c) => {
  const { data, error } = uploadShape.safeParse(c.req.query());
  if (!data) throw invalidRequest(`${error.issues[0]?.path}: ${error.issues[0]?.message}`);
  const as = runAsShape.safeParse(parse(c.req.header("x-portico-as") ?? ""));
  if (!as.data) throw invalidRequest("The header X-Portico-As does not name a role.");
  const length = c.req.header("content-length");
  await callWire(context, c, {
    method: "POST",
    path: `${wire}/object/${pathOf(data)}`,
    as: as.data,
    headers: {
      "content-type": c.req.header("content-type") || "application/octet-stream",
      "x-upsert": data.replaces,
      ...(length !== undefined && { "content-length": length }),
    },
    stream: c.req.raw.body,
  });
  return c.json({});
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
