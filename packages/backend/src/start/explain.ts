import { NotPrepared } from "../advisors/advise.ts";
import { BackupError } from "../backup/backup-error.ts";
import { ConfigError } from "../config/config-error.ts";
import { ServerRefusal } from "../control/running-server.ts";
import { AddressError } from "../database/address-error.ts";
import { DatabaseError, DatabaseUnavailable } from "../database/errors.ts";
import { MigrationError } from "../database/migrations/migration-error.ts";
import { DirectoryInUse, DirectoryNotWritable } from "../database/pglite/directory-lock.ts";
import { TemplateError } from "../mail/template/syntax.ts";
import { TestSetupError } from "../pgtap/test-setup-error.ts";
import { TransferError } from "../transfer/transfer-error.ts";
import { UsageError } from "../usage-error.ts";
import { StartFailure } from "./start-failure.ts";

/** Returns a message for a failed start, if the person who started the server can fix the cause. */
export function explainFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const explainedErrors = [
    UsageError,
    AddressError,
    BackupError,
    ConfigError,
    DirectoryInUse,
    DirectoryNotWritable,
    MigrationError,
    NotPrepared,
    ServerRefusal,
    StartFailure,
    TemplateError,
    TestSetupError,
    TransferError,
  ];
  if (explainedErrors.some((errorClass) => error instanceof errorClass)) return error.message;
  if (error instanceof DatabaseUnavailable) {
    const cause: NodeJS.ErrnoException | undefined =
      error.cause instanceof Error ? error.cause : undefined;
    const reason = cause ? ` (${cause.message})` : "";
    const hasUnknownRoot = unknownRootCodes.has(cause?.code ?? "");
    const advice = hasUnknownRoot ? " Add its root certificate with sslrootcert=FILE." : "";
    return `The PostgreSQL server can't be reached${reason}. Check the URL of the database, which is in DATABASE_URL unless the command names it.${advice}`;
  }
  if (error instanceof DatabaseError && fixableCodes.test(error.code)) {
    const advice = error.code === insufficientPrivilege ? ` ${roleAdvice}` : "";
    return `The database refused: ${error.message} (${error.code}).${advice}`;
  }
  if ("code" in error && "port" in error) {
    if (error.code === "EADDRINUSE") {
      return `Port ${error.port} is in use by another program. Choose another one: --port ${Number(error.port) + 1}`;
    }
    if (error.code === "EACCES") {
      return `This process isn't allowed to use port ${error.port}. Choose one above 1023.`;
    }
  }
  if ("code" in error && (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")) {
    return `--host isn't an address of this machine: ${error.message}.`;
  }
  return undefined;
}

/** SQLSTATEs that an operator can fix: credentials, database name, privileges, resources, read-only servers. */
const fixableCodes = /^(28...|3D000|42501|53...|25006)$/;

const insufficientPrivilege = "42501";

const roleAdvice =
  "The role must be a superuser or be allowed to create roles and schemas: docs/postgresql.md.";

/** Node's codes for the OpenSSL errors that a configured root certificate would prevent. */
const unknownRootCodes = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);
