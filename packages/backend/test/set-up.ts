import { hashing } from "../src/auth/passwords/hash.ts";
import { printOutputOfFailures } from "./kept-output.ts";

// Use bcrypt's lowest cost: the tests create thousands of accounts.
hashing.cost = 4;

printOutputOfFailures();
