import { posix } from "node:path";
import { ConfigError } from "../config-error.ts";
import { configFileOf } from "../config-file.ts";
import type { ProjectFolder } from "../folder.ts";
import type { NotificationKind, TemplateKind } from "../sections/email.ts";
import type { ParsedConfig } from "../sections/schema.ts";

/** The template of a message, in the language of Supabase Auth (Go's `html/template`). */
export interface Template {
  /** The message's subject. If undefined, the built-in subject is used. */
  readonly subject: string | undefined;
  /** The message's content. If undefined, the built-in content is used. */
  readonly html: string | undefined;
}

/** The templates that the project provides. All other messages are built-in. */
export type Templates = Readonly<Partial<Record<TemplateKind, Template>>>;

/** The enabled notifications. Those that are missing are not sent. */
export type Notifications = Readonly<Partial<Record<NotificationKind, Template>>>;

/** The messages that a project can rewrite. */
export const templateKinds: readonly TemplateKind[] = [
  "invite",
  "confirmation",
  "recovery",
  "magic_link",
  "email_change",
  "reauthentication",
];

/** The messages that a project can enable. */
export const notificationKinds: readonly NotificationKind[] = [
  "password_changed",
  "email_changed",
  "phone_changed",
  "identity_linked",
  "identity_unlinked",
  "mfa_factor_enrolled",
  "mfa_factor_unenrolled",
];

/** The messages that contain a link or a code. */
export const codeKinds: readonly TemplateKind[] = [
  "confirmation",
  "magic_link",
  "recovery",
  "email_change",
];

/** Returns whether a message contains a one-time code. All built-in messages do. */
export function hasCode(template: Template | undefined): boolean {
  return template?.html === undefined || /\{\{[^}]*\.Token\b/.test(template.html);
}

/**
 * Reads the messages of `[auth.email.template.*]`, and those with a file `supabase/templates/<kind>.html`.
 *
 * @throws {ConfigError} when a `content_path` does not lead to a file of the project
 */
export async function readTemplates(
  folder: ProjectFolder,
  email: ParsedConfig["auth"]["email"],
): Promise<Templates> {
  const templates: Partial<Record<TemplateKind, Template>> = {};
  for (const kind of templateKinds) {
    const configured = email.template[kind];
    const html = await readContent(folder, {
      key: `auth.email.template.${kind}.content_path`,
      // In the CLI, this path is relative to the project folder, while all other paths are relative to `supabase`.
      path: configured?.content_path,
      defaultPath: `supabase/templates/${kind}.html`,
    });
    if (configured === undefined && html === undefined) continue;
    templates[kind] = { subject: configured?.subject, html };
  }
  return templates;
}

/**
 * Reads the enabled notifications of `[auth.email.notification.*]`.
 *
 * @throws {ConfigError} when a `content_path` does not lead to a file of the project
 */
export async function readNotifications(
  folder: ProjectFolder,
  email: ParsedConfig["auth"]["email"],
): Promise<Notifications> {
  const notifications: Partial<Record<NotificationKind, Template>> = {};
  for (const kind of notificationKinds) {
    const configured = email.notification[kind];
    if (!configured?.enabled) continue;
    const path = configured.content_path;
    const html = await readContent(folder, {
      key: `auth.email.notification.${kind}.content_path`,
      path: path && fromSupabaseFolder(path),
      defaultPath: `supabase/templates/${kind}_notification.html`,
    });
    notifications[kind] = { subject: configured.subject, html };
  }
  return notifications;
}

/** Resolves a path of config.toml that is relative to that file's folder. */
export function fromSupabaseFolder(path: string): string {
  return posix.isAbsolute(path) ? path : posix.join("supabase", path);
}

async function readContent(
  folder: ProjectFolder,
  source: {
    readonly key: string;
    readonly path: string | undefined;
    readonly defaultPath: string;
  },
): Promise<string | undefined> {
  if (source.path === undefined) return readUnconfigured(folder, source.defaultPath);
  if (!(await folder.isProjectFile(source.path))) {
    const reason = (await folder.contains(source.path))
      ? "may have secrets of this machine. Name another file"
      : "is outside the project. Copy the file into the project folder";
    throw new ConfigError([
      `${await configFileOf(folder)}: ${source.key} leads to ${posix.normalize(source.path)}, which ${reason}.`,
    ]);
  }
  const html = await folder.read(source.path);
  if (html !== undefined) return html;
  throw new ConfigError([
    `${await configFileOf(folder)}: ${source.key} leads to ${posix.normalize(source.path)}, where there is no file.`,
  ]);
}

async function readUnconfigured(folder: ProjectFolder, path: string): Promise<string | undefined> {
  const html = await folder.read(path);
  if (html === undefined || (await folder.isProjectFile(path))) return html;
  throw new ConfigError([
    `${path} is a link that leads out of the project, or to secrets of this machine. Copy the file into the project folder.`,
  ]);
}
