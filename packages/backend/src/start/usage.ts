/** The text of `portico --help`. */
export const usage = `portico start: serves a Supabase project folder, without Docker and without an account
portico export: writes a project as one file for psql
portico import: takes a project from such a file, a dump, or another database
portico backup: copies a project on the embedded database, also while it is served
portico restore: puts such a copy in place
portico doctor: names the real causes of failing forms and silent channels, and files without objects

  portico start [options]

  --project DIR      the folder that holds supabase/ (the closest one above)
  --workers N        serve by so many processes, or by auto: one for each core; on PostgreSQL
  --host HOST        the address to listen on (127.0.0.1)
  --port PORT        the port to listen on, 0 for a free one (that of [api], 54321)
  --data DIR         where the embedded database is kept (.portico in the project folder)
  --memory           keep nothing
  --files DIR        where the content of files is kept (files, beside the embedded database)
  --lenient          take migrations of the same version in the order of their names
  --site DIR         also serve a built page
  --db-port PORT     where psql and the like reach the embedded database (that of [db], 54322)
  --no-db-port       nowhere
  --expose-inbox     serve the inbox to everybody, and in production too
  --expose-sandbox   likewise the sandbox for social login
  --secret-key       print the secret key in production too, where no terminal but a log may read it
  --classic-keys     also print the anon and service_role keys, the forerunners of the two
  --s3-keys          also print the keys for S3's protocol
  --version          the version of this package, and nothing else
  --help             this text

  DATABASE_URL       a PostgreSQL server to keep the data in, instead of the embedded database
  DATABASE_DIRECT_URL
                     the same past the pooler, if one stands before the server
  DATABASE_READ_URL  a hot standby of it, for reads: docs/postgresql.md
  STORAGE_S3_BUCKET  a bucket to keep the content of files in, instead of --files: docs/storage-wire.md
  REALTIME_REDIS_URL a Redis or Valkey by which processes hear each other's channels
  PORTICO_DATABASE_PASSWORD
                     the password at --db-port (postgres)
  PORTICO_WORKERS    the same as --workers
  PORTICO_ADMIN_PORT a port for /live, /ready and /metrics, on 127.0.0.1 or PORTICO_ADMIN_HOST
  OTEL_EXPORTER_OTLP_ENDPOINT
                     where traces go, by OpenTelemetry: docs/monitoring.md
  PORTICO_TRUSTED_PROXIES
                     how many proxies stand in front, each of which appends to X-Forwarded-For

  portico export [options]

  --project DIR      the project folder (the closest one above)
  --data DIR         where its embedded database is, unless DATABASE_URL names a server
  --output FILE      the file to write (portico-export.sql), - for the standard output

  portico import FILE…|URL [options]

  --project DIR      the project folder (the closest one above)
  --data DIR         the embedded database to fill, unless DATABASE_URL names a server

  portico backup FILE|DIR [options]

  --project DIR      the project folder (the closest one above)
  --data DIR         where its embedded database is
  --files DIR        where the content of files is, as for portico start
  --replace          take the place of a file that is there
  --no-verify        do not open the copy to read all of it

  portico restore FILE [options]

  --project DIR      the project folder (the closest one above)
  --data DIR         where the embedded database is to be
  --files DIR        where the content of files is to be, as for portico start
  --replace          take the place of the project that is there

  portico doctor [options]

  --project DIR      the folder that holds supabase/ and node_modules/ (likewise)
  --page URL         where the page with the forms is, running
  --url URL          where the service is that it calls, hosted or by portico start
  --key KEY          the publishable key that it calls with
  --data DIR         where the embedded database is, unless DATABASE_URL names a server
  --files DIR        where the content of files is, as for portico start
  --remove-strays    remove the files that no object names
`;
