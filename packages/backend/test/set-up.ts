import { hashing } from "../src/auth/passwords/hash.ts";
import { inMemory } from "../src/database/pglite/new-database.ts";
import { printOutputOfFailures } from "./process-output.ts";
import { openReusedDatabase } from "./reused-database.ts";

// Use bcrypt's lowest cost, because the tests create thousands of accounts.
hashing.cost = 4;

// Reuse databases, because opening one takes almost a second of processor time.
inMemory.open = openReusedDatabase;

printOutputOfFailures();
