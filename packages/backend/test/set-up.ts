import { hashing } from "../src/auth/passwords/hash.ts";
import { printOutputOfFailures } from "./kept-output.ts";

// The least that bcrypt knows: the tests make accounts by the thousand.
hashing.cost = 4;

printOutputOfFailures();
