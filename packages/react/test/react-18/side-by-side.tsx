import { Auth as ArchivedAuth } from "@supabase/auth-ui-react";
import * as old from "@supabase/auth-ui-shared";
import { createClient } from "@supabase/supabase-js";
import type { ComponentProps } from "react";
import { render } from "vitest-browser-react";
import { Auth, ThemeMinimal, ThemeSupa } from "../../src/index.ts";
import styles from "../../src/theme/styles.css?raw";

/** A migrated application's style sheet: without its layer, as the build publishes it. */
export const sheet = styles
  .replace(/^[\s\S]*?@layer components\.portico \{/, "")
  .replace(/\}\s*$/, "");

const client = createClient("http://127.0.0.1:9", "key", {
  auth: { persistSession: false, autoRefreshToken: false },
});

type OldProps = ComponentProps<typeof ArchivedAuth>;
export type Props = Partial<Omit<OldProps, "appearance">> & {
  palette?: "supa" | "minimal";
  appearance?: OldProps["appearance"];
};

const themes = {
  supa: [old.ThemeSupa, ThemeSupa],
  minimal: [old.ThemeMinimal, ThemeMinimal],
} as const;

let comparisonCount = 0;

/** Renders both kits on one page, each in a column, with style sheets before and after the kit's. */
export async function renderSideBySide(
  { palette = "supa", appearance, ...props }: Props,
  page: Page = {},
) {
  deleteArchivedThemes();
  // Transitions and hover states would change the colors.
  const noTransitions = "* { transition: none !important; pointer-events: none }";
  const sheets = [
    noTransitions,
    ...(page.sheetsBefore ?? []),
    sheet,
    ...(page.sheetsAfter ?? []),
  ].map((text) => {
    const style = document.createElement("style");
    style.textContent = text;
    return style;
  });
  // The archived kit appends its style sheet to the head on its first render.
  document.head.prepend(...sheets);
  const [archivedTheme, ownTheme] = themes[palette];
  // The archived kit only creates a style sheet once per theme, so every comparison uses a different theme.
  const uniqueVariables = { sizes: { count: String(++comparisonCount) } };
  const { theme = "default" } = props;
  const variables = appearance?.variables;
  const archivedAppearance = {
    // Pass a copy, because the archived kit modifies the theme.
    theme: structuredClone(archivedTheme),
    ...appearance,
    variables: {
      ...variables,
      default: { ...variables?.default, ...uniqueVariables },
      ...(theme !== "default" && { [theme]: { ...variables?.[theme], ...uniqueVariables } }),
    },
  };
  const ownAppearance = { theme: ownTheme, ...appearance };
  const screen = await render(
    <div className={page.className} style={{ width: 320, ...page.style }}>
      <div data-kit="old" style={page.column}>
        <ArchivedAuth supabaseClient={client} {...props} appearance={archivedAppearance} />
      </div>
      <div data-kit="new" style={page.column}>
        <Auth supabaseClient={client} {...props} appearance={ownAppearance} />
      </div>
    </div>,
  );
  const root = (kit: string) =>
    screen.container.querySelector(`[data-kit=${kit}]`) ?? document.body;
  return {
    archived: root("old"),
    own: root("new"),
    prefix: appearance?.prependedClassName ?? "supabase-auth-ui",
    async close() {
      await screen.unmount();
      for (const style of sheets) style.remove();
    },
  };
}

/** The page around the forms. */
export interface Page {
  sheetsBefore?: string[];
  sheetsAfter?: string[];
  className?: string;
  style?: React.CSSProperties;
  /** The style of the columns that contain the forms. */
  column?: React.CSSProperties;
}

/** Deletes the rules that the archived kit has created for earlier themes. */
function deleteArchivedThemes() {
  for (const { cssRules } of document.styleSheets)
    for (const group of cssRules)
      if (group instanceof CSSMediaRule)
        for (let index = group.cssRules.length - 1; index >= 0; index--)
          if (/^:root/.test(group.cssRules[index]?.cssText ?? "")) group.deleteRule(index);
}

const names = ["label", "input", "button", "anchor", "divider", "message"] as const;

/** Properties that depend on the box, which is compared separately, or on another property. */
const derivedProperties =
  /^(--|width|height|(inline|block)-size|perspective-origin|transform-origin|(top|right|bottom|left)|inset|.*-logical-|transition|unicode|caret-color|column-rule-color|outline|text-emphasis-color|-webkit-text|scroll(-margin|bar-color)|overflow-wrap|word-wrap|.*-end-|.*-start-|(min|max)-)/;

type Pair = Pick<Awaited<ReturnType<typeof renderSideBySide>>, "archived" | "own" | "prefix">;

export interface Difference {
  element: string;
  property: string;
  archived: string;
  own: string;
}

/** Returns the differences between the two kits, element by element. */
export function differences({ archived, own, prefix }: Pair): Difference[] {
  const differences: Difference[] = [];
  for (const name of names) {
    const elementsOf = (root: Element) => [
      ...root.querySelectorAll<HTMLElement>(`.${prefix}_ui-${name}`),
    ];
    const [archivedElements, ownElements] = [elementsOf(archived), elementsOf(own)];
    if (archivedElements.length !== ownElements.length)
      differences.push({
        element: name,
        property: "count",
        archived: `${archivedElements.length}`,
        own: `${ownElements.length}`,
      });
    for (const [index, archivedElement] of archivedElements.entries()) {
      const ownElement = ownElements[index];
      if (!ownElement) continue;
      const element =
        `${name} ${archivedElement.getAttribute("name") ?? archivedElement.textContent}`.trim();
      const [archivedStyle, ownStyle] = [
        getComputedStyle(archivedElement),
        getComputedStyle(ownElement),
      ];
      for (const property of archivedStyle)
        if (
          !derivedProperties.test(property) &&
          !(
            property !== "color" &&
            archivedStyle.getPropertyValue(property) === archivedStyle.color &&
            ownStyle.getPropertyValue(property) === ownStyle.color
          ) &&
          archivedStyle.getPropertyValue(property) !== ownStyle.getPropertyValue(property)
        )
          differences.push({
            element,
            property,
            archived: archivedStyle.getPropertyValue(property),
            own: ownStyle.getPropertyValue(property),
          });
      const archivedBox = boxOf(archivedElement, archived);
      const ownBox = boxOf(ownElement, own);
      for (const side of ["x", "y", "width", "height"] as const)
        if (Math.abs(archivedBox[side] - ownBox[side]) > 1)
          differences.push({
            element,
            property: side,
            archived: `${archivedBox[side]}`,
            own: `${ownBox[side]}`,
          });
    }
  }
  const { height: archivedHeight } = archived.getBoundingClientRect();
  const { height: ownHeight } = own.getBoundingClientRect();
  if (archivedHeight !== ownHeight)
    differences.push({
      element: "form",
      property: "height",
      archived: `${archivedHeight}`,
      own: `${ownHeight}`,
    });
  return differences;
}

/** Returns an element's box relative to a root. */
function boxOf(element: Element, root: Element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  const rootBox = root.getBoundingClientRect();
  return { x: x - rootBox.x, y: y - rootBox.y, width, height };
}
