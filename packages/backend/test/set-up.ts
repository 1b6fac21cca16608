import { hashing } from "../src/auth/passwords/hash.ts";
import { inMemory } from "../src/database/pglite/new-database.ts";
import { openReusedDatabase } from "./databases/reused-database.ts";
import { printOutputOfFailures } from "./processes/process-output.ts";

// Use bcrypt's lowest cost, because the tests create thousands of accounts.
hashing.cost = 4;

// Reuse databases, because opening one takes almost a second of processor time.
inMemory.open = openReusedDatabase;

printOutputOfFailures();
