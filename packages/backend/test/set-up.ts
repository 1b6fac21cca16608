import { printOutputOfFailures } from "./kept-output.ts";

printOutputOfFailures();
