import { hashing } from "../src/auth/passwords/hash.ts";
import { inMemory } from "../src/database/pglite/new-database.ts";
import { printOutputOfFailures } from "./kept-output.ts";
import { openReused } from "./reused-database.ts";

// Use bcrypt's lowest cost: the tests create thousands of accounts.
hashing.cost = 4;

// Opening a database takes almost a second of the processor.
inMemory.open = openReused;

printOutputOfFailures();
