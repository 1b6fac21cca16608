import { analyticsBuckets } from "./ignored.ts";
import {
  byteSize,
  flag,
  ignored,
  integer,
  namedTable,
  optionalText,
  table,
  texts,
} from "./setting.ts";

/** `[storage.buckets.*]`: a bucket that is created at startup. */
const bucket = table({
  public: flag().default(false),
  /** Defaults to the project's limit. */
  file_size_limit: byteSize().optional(),
  allowed_mime_types: texts().default([]),
  /** A folder whose files are uploaded if they do not exist in the bucket. */
  objects_path: optionalText(),
});

/** `[storage.vector]` */
const vector = table({
  enabled: flag().default(true),
  max_buckets: integer("a whole number", 0, 10_000).default(10),
  /** The maximum number of indexes per bucket. */
  max_indexes: integer("a whole number", 0, 10_000).default(5),
  /** Vector buckets that are created at startup. */
  buckets: namedTable(table({})).default({}),
});

/** `[storage]` */
export const storage = table({
  enabled: flag().default(true),
  /** The value is parsed to bytes. */
  file_size_limit: byteSize().default(50 * 1024 * 1024),
  buckets: namedTable(bucket).default({}),
  image_transformation: table({ enabled: ignored() }).optional(),
  s3_protocol: table({ enabled: flag().default(true) }).prefault({}),
  analytics: analyticsBuckets,
  vector: vector.prefault({}),
});
