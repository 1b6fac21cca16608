import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type TemplateName, templates } from "./templates.ts";
import { UsageError } from "./usage-error.ts";

/** The name of the folder, and of the package, if the command line does not name a folder. */
const defaultFolder = "portico-app";

export const usage = `npm create portico [DIR] -- [options]

Creates an application with sign-in, accounts, and data in DIR (default: ${defaultFolder}).

  --template NAME    ${templates.map(({ name }) => name).join(", ")}
  --no-install       don't install packages
  --no-git           don't create a git repository
  --version          print the version
  --help             print this help
`;

export interface CreateOptions {
  /** The absolute path of the new folder. */
  readonly folder: string;
  /** The package name for package.json. */
  readonly name: string;
  /** Undefined if the command line does not name one. */
  readonly template: TemplateName | undefined;
  readonly shouldInstall: boolean;
  readonly shouldInitGit: boolean;
}

/**
 * Parses the command line.
 *
 * @throws {UsageError} if an argument is invalid
 */
export function readArguments(args: readonly string[]): CreateOptions | "help" | "version" {
  const { values, positionals } = parse(args);
  if (values.help) return "help";
  if (values.version) return "version";
  const [directory = defaultFolder, ...extraArguments] = positionals;
  // Without `--` before `--template NAME`, npm consumes the option and passes on the name only.
  const template = values.template ?? extraArguments.shift();
  if (extraArguments.length > 0)
    throw new UsageError(`Name one folder only; got "${extraArguments.join(" ")}" as well.`);
  const folder = resolve(directory);
  return {
    folder,
    name: packageName(folder),
    template: template === undefined ? undefined : parseTemplate(template),
    shouldInstall: !values["no-install"],
    shouldInitGit: !values["no-git"],
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        template: { type: "string" },
        "no-install": { type: "boolean", default: false },
        "no-git": { type: "boolean", default: false },
        version: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function parseTemplate(templateName: string): TemplateName {
  const template = templates.find(({ name }) => name === templateName);
  if (template) return template.name;
  const names = templates.map(({ name }) => name).join(", ");
  throw new UsageError(`Unknown template "${templateName}". Available templates: ${names}.`);
}

/** Returns the folder's name as a valid package name (https://docs.npmjs.com/cli/configuring-npm/package-json#name). */
function packageName(folder: string): string {
  const sanitizedName = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, "-")
    .replace(/^[._-]+|-+$/g, "");
  const name = sanitizedName || defaultFolder;
  if (name.length <= 214 && name !== "node_modules" && name !== "favicon.ico") return name;
  throw new UsageError(
    `"${basename(folder)}" can't be used as a package name. Choose another folder.`,
  );
}
