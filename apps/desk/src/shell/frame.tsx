import { type ReactNode, useState } from "react";
import { NavLink } from "react-router";
import { Icon, type IconName } from "./icons.tsx";
import { chooseScheme, type Scheme, storedScheme } from "./scheme.ts";
import { TimeMark } from "./time-mark.tsx";

const screens: readonly (readonly [path: string, name: string, icon: IconName])[] = [
  ["/tables", "Tables", "table"],
  ["/sql", "SQL", "code"],
  ["/requests", "Requests", "list"],
  ["/why", "Why", "question"],
  ["/advice", "Advice", "check"],
  ["/channels", "Channels", "waves"],
  ["/functions", "Functions", "bolt"],
  ["/jobs", "Jobs", "repeat"],
  ["/time", "Time", "clock"],
];

/** The frame around every screen: the project's name, the navigation and the color scheme. */
export function Frame({
  project,
  children,
}: {
  readonly project: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="frame">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="bar">
        <p className="bar-name">
          Desk <span className="bar-project">{project}</span>
        </p>
        <nav className="bar-screens" aria-label="Screens">
          {screens.map(([path, name, icon]) => (
            <NavLink key={path} to={path} title={name}>
              <Icon name={icon} />
              <span>{name}</span>
            </NavLink>
          ))}
        </nav>
        <SchemeButton />
      </header>
      <TimeMark />
      {children}
    </div>
  );
}

const next: Record<Scheme, Scheme> = { system: "light", light: "dark", dark: "system" };
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
      aria-label={`Color scheme: ${name}. Change to ${schemes[next[scheme]][1]}.`}
      title={`Color scheme: ${name}`}
      onClick={() => {
        chooseScheme(next[scheme]);
        setScheme(next[scheme]);
      }}
    >
      <Icon name={icon} />
    </button>
  );
}
