/** The text of `portico --help`. */
export const usage = `portico start      Serve a Supabase project folder, without Docker or an account
portico export     Write a project to one file for psql
portico import     Import a project from such a file, a dump, or another database
portico backup     Back up a project on the embedded database, even while it's running
portico restore    Restore a backup
portico doctor     Find out why forms fail or channels stay silent, and find files without objects

  portico start [options]

  --project DIR      the folder that contains supabase/ (default: the closest one above)
  --workers N        number of processes, or auto for one per core; PostgreSQL only
  --host HOST        the address to listen on (default: 127.0.0.1)
  --port PORT        the port to listen on, 0 for any free one (default: [api] port, 54321)
  --data DIR         where to store the embedded database (default: .portico in the project folder)
  --memory           store nothing on disk
  --files DIR        where to store file contents (default: files, next to the embedded database)
  --lenient          apply migrations with the same version in order of their names
  --site DIR         also serve a built site
  --db-port PORT     the port of the embedded database for psql and other clients (default: [db] port, 54322)
  --no-db-port       don't open a port for the database
  --expose-inbox     serve the inbox to everyone, even in production
  --expose-sandbox   serve the social login sandbox to everyone, even in production
  --secret-key       print the secret key even in production, where logs may keep it
  --classic-keys     also print the older anon and service_role keys
  --s3-keys          also print the keys for the S3 protocol
  --version          print the version
  --help             print this help

  DATABASE_URL       a PostgreSQL server to use instead of the embedded database
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

  portico export [options]

  --project DIR      the project folder (default: the closest one above)
  --data DIR         where its embedded database is, unless DATABASE_URL is set
  --output FILE      the file to write, or - for standard output (default: portico-export.sql)

  portico import FILE…|URL [options]

  --project DIR      the project folder (default: the closest one above)
  --data DIR         the embedded database to import into, unless DATABASE_URL is set

  portico backup FILE|DIR [options]

  --project DIR      the project folder (default: the closest one above)
  --data DIR         where its embedded database is
  --files DIR        where file contents are, as for portico start
  --replace          overwrite an existing file
  --no-verify        skip reading the backup to verify it

  portico restore FILE [options]

  --project DIR      the project folder (default: the closest one above)
  --data DIR         where to put the embedded database
  --files DIR        where to put file contents, as for portico start
  --replace          overwrite an existing project

  portico doctor [options]

  --project DIR      the folder that contains supabase/ and node_modules/ (default: the closest one above)
  --page URL         the URL of the running page with the forms
  --url URL          the URL of the backend it calls, hosted or from portico start
  --key KEY          the publishable key it uses
  --data DIR         where the embedded database is, unless DATABASE_URL is set
  --files DIR        where file contents are, as for portico start
  --remove-strays    remove files that no object refers to
`;
