import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import {
  Auth,
  AuthCard,
  type AuthProps,
  type Locale,
  type Provider,
  ThemeMinimal,
  ThemeSupa,
} from "../src/index.ts";
import { apiError, testClient } from "../test/client.ts";
import "../src/theme/styles.css";
import "./page.css";

/**
 * A page to try the forms: `?view=sign_up&theme=dark&palette=minimal&layout=horizontal
 * &providers=github,google&fail&lang=ar`. `lang` is the name of a locale's module.
 */
const query = new URLSearchParams(location.search);
const view = query.get("view");
const lang = query.get("lang") ?? "en";
const locales = import.meta.glob<Locale>("../src/i18n/locales/*.ts", { import: "default" });
const locale = await locales[`../src/i18n/locales/${lang}.ts`]?.();
const theme = query.get("theme") ?? "default";
const providers = query.get("providers");
const { client } = testClient(
  query.has("fail")
    ? {
        signInWithPassword: async () => ({
          data: { user: null, session: null },
          error: apiError("Invalid login credentials", "invalid_credentials"),
        }),
      }
    : query.has("slow")
      ? { signInWithPassword: () => new Promise(() => {}) }
      : {},
);

const props: AuthProps = {
  supabaseClient: client,
  theme,
  magicLink: true,
  socialLayout: query.get("layout") === "horizontal" ? "horizontal" : "vertical",
  socialColors: query.has("colors"),
  appearance: { theme: query.get("palette") === "minimal" ? ThemeMinimal : ThemeSupa },
  localization: locale ?? { lang },
};
if (isView(view)) props.view = view;
if (providers !== null) props.providers = providers.split(",").filter(isProvider);

function isView(name: string | null): name is NonNullable<AuthProps["view"]> {
  return name !== null;
}

function isProvider(name: string): name is Provider {
  return name !== "";
}

document.documentElement.dataset["theme"] = theme;
document.documentElement.lang = locale?.lang ?? lang;
document.documentElement.dir = locale?.dir ?? "ltr";
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <AuthCard>
        <Auth {...props} />
      </AuthCard>
    </StrictMode>,
  );
}
