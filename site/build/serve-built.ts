import { serve } from "./serve.ts";

const [, , folder = "dist", port = "4321"] = process.argv;
const { origin } = await serve(folder, Number(port));
console.log(`The documentation is at ${origin}.`);
