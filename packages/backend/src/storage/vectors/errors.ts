import { packageToInstall } from "../../missing-package.ts";
import { StorageError } from "../errors.ts";

/**
 * Creates an error for the vector paths. Unlike the other paths of the wire, they respond with the error's status as
 * the HTTP status.
 */
const vectorError = (status: number, code: string, message: string) =>
  new StorageError(status, code, message, { httpStatus: status });

export const notFound = (name: string) =>
  vectorError(404, "NotFoundException", `resource "${name}" not found`);
export const conflict = (resource: "vector bucket" | "vector index", name: string) =>
  vectorError(409, "ConflictException", `${resource} "${name}" already exists`);
export const bucketInUse = (name: string) =>
  vectorError(400, "VectorBucketNotEmpty", `Vector Bucket "${name}" not empty`);
export const tooManyBuckets = (max: number) =>
  vectorError(
    400,
    "S3VectorMaxBucketsExceeded",
    `Maximum number of buckets exceeded. Max allowed is ${max}.`,
  );
export const tooManyIndexes = (max: number) =>
  vectorError(
    400,
    "S3VectorMaxIndexesExceeded",
    `Maximum number of indexes exceeded. Max allowed is ${max}.`,
  );
export const invalidVectors = (message: string) => vectorError(400, "InvalidParameter", message);
export const noPgvector = () =>
  vectorError(
    400,
    "FeatureNotEnabled",
    `Vector buckets need the extension pgvector 0.7 or newer: install ${packageToInstall("@electric-sql/pglite-pgvector")}, or pgvector on the PostgreSQL server`,
  );
