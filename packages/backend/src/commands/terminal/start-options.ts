import type { CommandOptions } from "./command.ts";
import { filesOption, timeoutOption } from "./options.ts";

/** The options of `portico start`. */
export const startOptions = {
  workers: {
    type: "string",
    argument: "N",
    help: "number of processes, or auto for one per core; PostgreSQL only",
  },
  detach: {
    type: "boolean",
    help: "start it in the background, and return when it is ready",
  },
  ...timeoutOption,
  host: {
    type: "string",
    argument: "HOST",
    default: "127.0.0.1",
    help: "the address to listen on (default: 127.0.0.1)",
  },
  port: {
    type: "string",
    argument: "PORT",
    help: "the port to listen on, 0 for any free one (default: [api] port; if taken, any in development)",
  },
  data: {
    type: "string",
    argument: "DIR",
    help: "where to store the embedded database (default: .portico in the project folder)",
  },
  memory: { type: "boolean", help: "store nothing on disk" },
  ...filesOption,
  lenient: {
    type: "boolean",
    help: "apply migrations with the same version in order of their names",
  },
  site: { type: "string", argument: "DIR", help: "also serve a built site" },
  "db-port": {
    type: "string",
    argument: "PORT",
    help: "the port of the embedded database for psql and other clients (default: [db] port, 54322)",
  },
  "no-db-port": { type: "boolean", help: "don't open a port for the database" },
  "expose-inbox": { type: "boolean", help: "serve the inbox to everyone, even in production" },
  "expose-sandbox": {
    type: "boolean",
    help: "serve the social login sandbox to everyone, even in production",
  },
  "expose-desk": {
    type: "boolean",
    help: "open the desk with the secret key, even in production",
  },
  "secret-key": {
    type: "boolean",
    help: "print the secret key even in production, where logs may keep it",
  },
  "classic-keys": { type: "boolean", help: "also print the older anon and service_role keys" },
  "s3-keys": { type: "boolean", help: "also print the keys for the S3 protocol" },
} as const satisfies CommandOptions;

/** The environment variables of `portico start`. */
export const startNotes = `  DATABASE_URL       a PostgreSQL server to use instead of the embedded database
  DATABASE_DIRECT_URL
                     the same server without its connection pooler, if it has one
  DATABASE_READ_URL  a hot standby for reads: docs/postgresql.md
  STORAGE_S3_BUCKET  a bucket for file contents, instead of --files: docs/storage-wire.md
  REALTIME_REDIS_URL a Redis or Valkey server that connects channels across processes
  PORTICO_DATABASE_PASSWORD
                     the password for --db-port (default: postgres)
  PORTICO_WORKERS    same as --workers
  PORTICO_ADMIN_PORT a port for /live, /ready, and /metrics, on 127.0.0.1 or PORTICO_ADMIN_HOST
  OTEL_EXPORTER_OTLP_ENDPOINT
                     where to send OpenTelemetry traces: docs/monitoring.md
  PORTICO_TRUSTED_PROXIES
                     the number of proxies in front that append to X-Forwarded-For
`;
