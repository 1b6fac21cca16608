import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { runNpm } from "../npm.ts";

const packages = {
  tailwindcss: "2.2.19",
  daisyui: "4.12.24",
  "@chakra-ui/css-reset": "2.3.0",
  "@mantine/core": "7.17.8",
  "@mui/material": "6.5.0",
  "@emotion/react": "11.14.0",
  "@emotion/styled": "11.14.1",
  react: "18.3.1",
  "react-dom": "18.3.1",
};

/** Installs libraries that are too large for the regular tests, and provides their resets to the nightly tests. */
export default function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "portico-resets-"));
  try {
    project.provide(
      "heavyResets",
      process.env["PORTICO_EVERY_LOOK"] ? installedResets(folder) : [],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function installedResets(folder: string): [name: string, css: string][] {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies: packages }));
  runNpm(folder, "install", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund");
  const modules = join(folder, "node_modules");
  const readModule = (path: string) => readFileSync(join(modules, path), "utf8");
  const load = createRequire(join(modules, "resets.js"));
  const chakraFile = readdirSync(join(modules, "@chakra-ui/css-reset/dist")).find((name) =>
    /^chunk.*\.mjs$/.test(name),
  );
  const { styles } = load("./@mui/material/node/CssBaseline/CssBaseline.js");
  const { createTheme } = load("./@mui/material/node/styles/index.js");
  return [
    ["Tailwind CSS 2", readModule("tailwindcss/dist/base.css")],
    ["DaisyUI 4", readModule("tailwindcss/dist/base.css") + toCss(load("./daisyui/dist/base.js"))],
    ["Chakra UI 2", literals(readModule(`@chakra-ui/css-reset/dist/${chakraFile}`))],
    [
      "Mantine 7",
      readModule("@mantine/core/styles/baseline.css") +
        readModule("@mantine/core/styles/global.css"),
    ],
    ["Material UI 6", toCss(styles(createTheme()))],
  ];
}

/** Returns the CSS in a module's tagged templates. */
function literals(module: string): string {
  const templates = [...module.matchAll(/css`([^`]*)`/g)].map(([, css = ""]) => css);
  return templates.join("\n").replaceAll(/\$\{scope\}/g, "");
}

interface Rules {
  [name: string]: string | number | Rules;
}

/** Converts rules from an object, the format of CSS-in-JS libraries, to CSS. */
function toCss(rules: Rules): string {
  return Object.entries(rules)
    .map(([name, value]) =>
      typeof value === "object"
        ? `${name} { ${toCss(value)} }`
        : `${name.replace(/[A-Z]/g, "-$&").toLowerCase()}: ${value};`,
    )
    .join("\n");
}
