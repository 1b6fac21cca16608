import manifest from "../../../package.json" with { type: "json" };

const { GITHUB_REPOSITORY: name, GITHUB_SERVER_URL: server = "https://github.com" } = process.env;
const { repository } = manifest as { repository?: string | { url: string } };
const manifestUrl = typeof repository === "object" ? repository.url : repository;

/**
 * Returns the URL of the repository: from `package.json`, or from GitHub's environment. Undefined if neither has it:
 * links to sources are plain text then.
 */
export const source: string | undefined =
  manifestUrl?.replace(/^git\+|\.git$/g, "") ?? (name ? `${server}/${name}` : undefined);
