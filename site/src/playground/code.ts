import type { Example, Prop } from "./example.tsx";
import { Code, formatLiteral } from "./literal.ts";
import { isOn, type State, valueFor } from "./state.ts";

/** Returns the module for the current state: TypeScript with JSX, ready to copy. */
export function generateCode(state: State, example: Example): string {
  const imports = new Map([...example.imports].map(([module, names]) => [module, [...names]]));
  const addImport = (module: string, ...names: string[]) =>
    imports.set(module, [...(imports.get(module) ?? []), ...names]);
  const isFormAlone = valueFor(state, "page") === "form";
  const card = isOn(state, "card");
  const direction = valueFor(state, "dir");

  if (card) addImport("@portico/react", "AuthCard");
  if (!isFormAlone) {
    addImport("@portico/react", "SignedIn", "SignedOut", "UserContextProvider", "useUser");
    addImport("@portico/react/user-button", "UserButton");
  }
  const usesAuthJs = valueFor(state, "supabaseClient") === "auth-js";
  if (usesAuthJs) addImport("@supabase/auth-js", "AuthClient");
  else addImport("@supabase/supabase-js", "createClient");

  let element = formElement(example);
  if (card) element = wrapLines("<AuthCard>", element, "</AuthCard>");
  if (direction) element = wrapLines(`<div dir="${direction}">`, element, "</div>");
  if (!isFormAlone) {
    element = [
      wrapLines("<SignedOut>", element, "</SignedOut>"),
      wrapLines("<SignedIn>", "<Account />", "</SignedIn>"),
    ].join("\n");
    element = wrapLines(
      "<UserContextProvider supabaseClient={supabase}>",
      element,
      "</UserContextProvider>",
    );
  }
  const sheets = ["@portico/react/styles.css"];
  for (const part of ["plugins", "user-button"])
    if (imports.has(`@portico/react/${part}`)) sheets.push(`@portico/react/${part}.css`);
  const parts = [
    [
      ...[...imports].sort(([a], [b]) => (a < b ? -1 : 1)).map(importStatement),
      ...sheets.map((sheet) => `import "${sheet}";`),
    ].join("\n"),
    usesAuthJs ? clients.authJs : clients.supabaseJs,
    ...example.statements,
    `export function App() {\n  return (\n${indentLines(element, 4)}\n  );\n}`,
    ...(isFormAlone ? [] : [accountComponent]),
  ];
  return `${parts.join("\n\n")}\n`;
}

const clients = {
  supabaseJs: `const supabase = createClient("https://your-project.supabase.co", "your publishable key");`,
  authJs: `const auth = new AuthClient({
  url: "https://your-project.supabase.co/auth/v1",
  headers: { apikey: "your publishable key" },
});
const supabase = { auth };`,
};

const accountComponent = `function Account() {
  const { user } = useUser();
  return (
    <>
      <p>Signed in as {user?.email ?? user?.phone ?? "a guest"}</p>
      <UserButton supabaseClient={supabase} />
    </>
  );
}`;

function importStatement([module, names]: readonly [string, readonly string[]]): string {
  const defaultName = names.find((name) => name.startsWith("default "))?.slice("default ".length);
  const namedImports = [...new Set(names)]
    .filter((name) => !name.startsWith("default "))
    .sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  if (defaultName) return `import ${defaultName} from "${module}";`;
  const line = `import { ${namedImports.join(", ")} } from "${module}";`;
  return line.length <= 100
    ? line
    : `import {\n${namedImports.map((name) => `  ${name},\n`).join("")}} from "${module}";`;
}

function formElement({ part, props, children }: Example): string {
  const attributes = ["supabaseClient={supabase}", ...props.map(attributeCode)];
  const line = `<${part} ${attributes.join(" ")}`;
  const openingTag =
    line.length < 80 && !line.includes("\n")
      ? line
      : `<${part}\n${attributes.map((item) => indentLines(item, 2)).join("\n")}\n`;
  if (!children[0]) return openingTag.endsWith("\n") ? `${openingTag}/>` : `${openingTag} />`;
  return wrapLines(`${openingTag}>`, children.map(({ code }) => code).join("\n"), `</${part}>`);
}

function attributeCode({ name, code, value }: Prop): string {
  if (value === true) return name;
  if (typeof value === "string" && /^[^"\\\n&]*$/.test(value)) return `${name}="${value}"`;
  if (typeof value === "string" || typeof value === "boolean")
    return `${name}={${JSON.stringify(value)}}`;
  return `${name}={${code instanceof Code ? code.text : formatLiteral(code)}}`;
}

function wrapLines(openingTag: string, inner: string, close: string): string {
  return `${openingTag}\n${indentLines(inner, 2)}\n${close}`;
}

function indentLines(text: string, spaces: number): string {
  return text.replace(/^(?=.)/gm, " ".repeat(spaces));
}
