/**
 * Compares the size of other kits' sign-in forms with ours: what their imports add to a page that already has React and
 * the service's client. The kits are installed into a separate folder.
 *
 *     npm run bench -- peers
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Weight, weigh } from "../packages/react/test/weigh.ts";

/** For each kit, the packages to install, and what an application imports for its sign-in. */
const otherKits: Readonly<
  Record<string, { readonly packages: readonly string[]; imports: string }>
> = {
  "@supabase/auth-ui-react": {
    packages: ["@supabase/auth-ui-react@0.4.7", "@supabase/auth-ui-shared@0.1.8"],
    imports: `export { Auth } from "@supabase/auth-ui-react"; export { ThemeSupa } from "@supabase/auth-ui-shared";`,
  },
  "FirebaseUI (@firebase-oss/ui-react)": {
    packages: [
      "@firebase-oss/ui-react@7.0.2-beta",
      "@firebase-oss/ui-core@7.0.2-beta",
      "firebase@12",
    ],
    imports: `export { initializeUI } from "@firebase-oss/ui-core"; export { FirebaseUIProvider, SignInAuthScreen } from "@firebase-oss/ui-react"; import "@firebase-oss/ui-styles/dist.min.css";`,
  },
  "Amplify (@aws-amplify/ui-react)": {
    packages: ["@aws-amplify/ui-react@6.15.6", "aws-amplify@6"],
    imports: `export { Authenticator } from "@aws-amplify/ui-react"; import "@aws-amplify/ui-react/styles.css";`,
  },
};

/** Packages that do not count: React, and the clients of the services. */
const uncountedPackages =
  /^(react|react-dom|@supabase\/(auth|supabase)-js|firebase|@firebase|aws-amplify|@aws-amplify\/(core|auth|api|storage))(\/|$)/;

const folder = await mkdtemp(join(tmpdir(), "portico-bench-peers-"));
try {
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const packages = Object.values(otherKits).flatMap((peer) => peer.packages);
  // Some of the kits do not list React 19 as a peer, so npm must ignore peers.
  const flags = ["--no-audit", "--no-fund", "--legacy-peer-deps", "--ignore-scripts"];
  await promisify(execFile)("npm", ["install", ...flags, "react@19", "react-dom@19", ...packages], {
    cwd: folder,
  });
  const porticoWeight = await weigh(
    `export { Auth } from "@portico/react"; import "@portico/react/styles.css";`,
    {
      root: fileURLToPath(new URL("kit/pages", import.meta.url)),
      resolve: { conditions: ["portico-source", "module", "browser", "production"] },
    },
    uncountedPackages,
  );
  printLine("@portico/react", porticoWeight, porticoWeight);
  for (const [name, { imports }] of Object.entries(otherKits)) {
    printLine(name, await weigh(imports, { root: folder }, uncountedPackages), porticoWeight);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

function printLine(name: string, { script, style }: Weight, porticoWeight: Weight): void {
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
  process.stdout.write(
    `${name}: ${kilobytes(script)} kB of JavaScript (ratio ${(script / porticoWeight.script).toFixed(1)}), ${kilobytes(style)} kB of CSS, minified and gzipped\n`,
  );
}
