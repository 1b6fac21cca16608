import manifest from "../../../package.json" with { type: "json" };

const { GITHUB_REPOSITORY: name, GITHUB_SERVER_URL: server = "https://github.com" } = process.env;
const { repository } = manifest as { repository?: string | { url: string } };
const manifestUrl = typeof repository === "object" ? repository.url : repository;

/**
 * The repository's URL, from `package.json` or from GitHub's environment variables. If neither has it, links to sources
 * become plain text.
 */
export const repositoryUrl: string | undefined =
  manifestUrl?.replace(/^git\+|\.git$/g, "") ?? (name ? `${server}/${name}` : undefined);
