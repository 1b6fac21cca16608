import "./tools/require-node-version.mjs";
import { buildSite } from "./site.mjs";

// The last part of `npm run build`: builds the documentation as static files.

await buildSite();
