/** A sidebar group, with its documents in order. */
export interface Group {
  readonly title: string;
  /** The first segment of its pages' paths. */
  readonly path: string;
  /** Paths in the repository. A path that ends in `/` adds all documents of that folder that no group lists. */
  readonly files: readonly string[];
  readonly collapsed?: boolean;
  /** The weight of its pages in search results, from 0 to 10. Default: 1. */
  readonly searchWeight?: number;
}

/** The sidebar. A document that no group lists is added to the end of its folder's group. */
export const groups: readonly Group[] = [
  {
    title: "Start",
    path: "start",
    files: ["README.md", "docs/comparison.md", "docs/testing.md"],
  },
  {
    title: "The kit",
    path: "kit",
    files: [
      "packages/react/README.md",
      "packages/react/docs/quick-start.md",
      "packages/react/docs/props.md",
      "packages/react/docs/theming.md",
      "packages/react/docs/localization.md",
      "packages/react/docs/plugins.md",
      "docs/shadcn.md",
      "packages/react/docs/",
      "packages/react/CHANGELOG.md",
    ],
  },
  {
    title: "The backend",
    path: "backend",
    files: [
      "packages/backend/README.md",
      "docs/commands.md",
      "docs/desk.md",
      "docs/agents.md",
      "docs/why.md",
      "docs/ci.md",
      "docs/browser.md",
      "docs/project-folders.md",
      "docs/social-login.md",
      "docs/functions.md",
      "docs/sql-clients.md",
      "docs/oauth-server.md",
      "packages/backend/CHANGELOG.md",
    ],
  },
  {
    title: "Operations",
    path: "operating",
    files: [
      "docs/deployment.md",
      "docs/environment.md",
      "docs/postgresql.md",
      "docs/workers.md",
      "docs/backup.md",
      "docs/moving.md",
      "docs/monitoring.md",
      "docs/scale.md",
      "docs/security.md",
      "docs/threat-model.md",
    ],
  },
  {
    title: "The wires",
    path: "wires",
    searchWeight: 0.5,
    files: [
      "docs/client-methods.md",
      "docs/official-suites.md",
      "docs/auth-wire.md",
      "docs/rest-api.md",
      "docs/storage-wire.md",
      "docs/realtime-wire.md",
    ],
  },
  {
    title: "The project",
    path: "project",
    searchWeight: 0.2,
    files: [
      "docs/versions.md",
      "CHANGELOG.md",
      "docs/",
      "ARCHITECTURE.md",
      "CONTRIBUTING.md",
      "CODE_OF_CONDUCT.md",
      "SECURITY.md",
      "apps/web/README.md",
    ],
  },
  {
    title: "Decisions",
    path: "decisions",
    searchWeight: 0.1,
    files: ["docs/decisions/README.md", "docs/decisions/"],
    collapsed: true,
  },
];

/** Titles of pages whose first heading is too short for the sidebar. */
export const sidebarTitles: Readonly<Record<string, string>> = {
  "README.md": "The first five minutes",
  "CHANGELOG.md": "What changed",
  "packages/react/CHANGELOG.md": "Changelog of the kit",
  "packages/backend/CHANGELOG.md": "Changelog of the backend",
};
