import { join, resolve } from "node:path";
import { ConfigError } from "../../config/config-error.ts";
import { configFileOf } from "../../config/config-file.ts";
import { warnOfExposureByDevServer } from "../../config/dev-servers.ts";
import { onDisk } from "../../config/disk.ts";
import { readEnvironment } from "../../config/environment/environment.ts";
import {
  type Forwarding,
  type LeakCheck,
  type MonitoringAddress,
  readForwarding,
  readLeakCheck,
  readMonitoringAddress,
  readSwitches,
  type Switches,
} from "../../config/environment/settings.ts";
import type { Environment } from "../../config/environment/variable-types.ts";
import { loadConfig } from "../../config/load.ts";
import { type Project, readProject } from "../../config/project.ts";
import type { ParsedConfig } from "../../config/sections/schema.ts";
import { demoSetting } from "../../keys/demo.ts";
import { warnOfCopy } from "../copied-directory.ts";
import { type Development, resolveDevelopment } from "../development.ts";
import type { ServerOptions } from "../options.ts";
import { allowTestCodes } from "../test-codes.ts";
import { refuseTracked } from "../version-control.ts";

/** The settings of the project folder and the environment, validated before anything is opened. */
export interface Settings {
  readonly config: ParsedConfig;
  readonly project: Project;
  readonly environment: Environment;
  readonly development: Development;
  readonly switches: Switches;
  readonly forwarding: Forwarding;
  readonly leakCheck: LeakCheck | undefined;
  readonly monitoringAddress: MonitoringAddress | undefined;
  readonly warnings: readonly string[];
}

/** @throws {ConfigError} */
export async function readSettings(options: ServerOptions): Promise<Settings> {
  const folder = onDisk(options.project);
  const loadedConfig = await loadConfig({ folder, env: options.env });
  const environment = await readEnvironment(folder, options.env);
  const switches = readSwitches(environment);
  const development = resolveDevelopment(
    { host: options.host, isEmbedded: !("url" in options.storage), expose: options.expose },
    environment,
    loadedConfig.config,
  );
  const file = await configFileOf(folder);
  const { config, warnings } = allowTestCodes(loadedConfig.config, {
    isDevelopment: development.isDevelopment,
    validUntil: switches.testCodesUntil,
    file,
  });
  if (!development.isDevelopment) refuseDemoSecrets(config, file);
  const project = await readProject(folder, config, { isLenient: options.isLenient });
  const directories = dataDirectories(options);
  await Promise.all(directories.map(refuseTracked));
  const exposureWarnings = development.isDevelopment
    ? await Promise.all(directories.map(warnOfExposureByDevServer))
    : [];
  const copyWarnings = await Promise.all(directories.map(warnOfCopy));
  return {
    config,
    project,
    environment,
    development,
    switches,
    forwarding: readForwarding(environment),
    leakCheck: readLeakCheck(environment),
    monitoringAddress: readMonitoringAddress(environment),
    warnings: [
      ...loadedConfig.warnings,
      ...warnings,
      ...project.warnings,
      ...[...exposureWarnings, ...copyWarnings].filter((warning) => warning !== undefined),
    ],
  };
}

function refuseDemoSecrets(config: ParsedConfig, file: string): void {
  const demoKeyName = demoSetting(config.auth);
  if (demoKeyName === undefined) return;
  throw new ConfigError([
    `${file}: auth.${demoKeyName} is the one in Supabase's documentation, so anyone could sign tokens for any user. It is only for development on this machine: set another one.`,
  ]);
}

/** The directories that only this server may read. */
function dataDirectories({ storage, project, files }: ServerOptions): string[] {
  const data = "directory" in storage ? storage.directory : join(project, ".portico");
  return [data, ...(files === undefined ? [] : [files])].map((path) => resolve(path));
}
