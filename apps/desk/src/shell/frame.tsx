import { type ReactNode, useState } from "react";
import { NavLink } from "react-router";
import type { Feature } from "../api/catalog.ts";
import { Icon, type IconName } from "./icons.tsx";
import { chooseScheme, type Scheme, storedScheme } from "./scheme.ts";
import { TimeMark } from "./time-mark.tsx";

/** A screen with a `feature` is only shown if the server has that feature. */
const screens: readonly (readonly [
  path: string,
  name: string,
  icon: IconName,
  feature?: Feature,
])[] = [
  ["/tables", "Tables", "table"],
  ["/sql", "SQL", "code"],
  ["/people", "People", "person", "server"],
  ["/files", "Files", "folder", "server"],
  ["/mail", "Mail", "mail", "server"],
  ["/requests", "Requests", "list", "requests"],
  ["/why", "Why", "question", "why"],
  ["/advice", "Advice", "check", "server"],
  ["/channels", "Channels", "waves", "requests"],
  ["/functions", "Functions", "bolt", "requests"],
  ["/jobs", "Jobs", "repeat", "requests"],
  ["/time", "Time", "clock", "requests"],
];

/** The frame around every screen: the project's name, the navigation and the color scheme. */
export function Frame({
  project,
  features,
  children,
}: {
  readonly project: string;
  readonly features: readonly Feature[];
  readonly children: ReactNode;
}) {
  return (
    <div className="frame">
      {/* biome-ignore lint/a11y/useValidAnchor: it moves the focus to the target of its href */}
      <a
        className="skip-link"
        href="#main"
        onClick={(event) => {
          // Do not follow the link, because in a tab the URL's fragment selects the screen.
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        Skip to content
      </a>
      <header className="bar">
        <p className="bar-name">
          Desk <span className="bar-project">{project}</span>
        </p>
        <nav className="bar-screens" aria-label="Screens">
          {screens
            .filter(([, , , feature]) => feature === undefined || features.includes(feature))
            .map(([path, name, icon]) => (
              <NavLink key={path} to={path} title={name}>
                <Icon name={icon} />
                <span>{name}</span>
              </NavLink>
            ))}
        </nav>
        <SchemeButton />
      </header>
      {features.includes("requests") && <TimeMark />}
      {children}
    </div>
  );
}

const nextScheme: Record<Scheme, Scheme> = { system: "light", light: "dark", dark: "system" };
const schemes = {
  system: ["screen", "system"],
  light: ["sun", "light"],
  dark: ["moon", "dark"],
} as const;

function SchemeButton() {
  const [scheme, setScheme] = useState(storedScheme);
  const [icon, name] = schemes[scheme];
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`Color scheme: ${name}. Change to ${schemes[nextScheme[scheme]][1]}.`}
      title={`Color scheme: ${name}`}
      onClick={() => {
        chooseScheme(nextScheme[scheme]);
        setScheme(nextScheme[scheme]);
      }}
    >
      <Icon name={icon} />
    </button>
  );
}
