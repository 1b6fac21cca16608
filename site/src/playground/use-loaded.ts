import type { Locale } from "@portico/react";
import type { PluginLocale } from "@portico/react/plugins";
import { useEffect, useState } from "react";
import type { Loaded } from "./localization.ts";

const locales = import.meta.glob<Locale>("../../../packages/react/src/i18n/locales/*.ts", {
  import: "default",
});
const pluginLocales = import.meta.glob<PluginLocale>(
  "../../../packages/react/src/plugins/locales/*.ts",
  { import: "default" },
);

/** Returns the loaded words of a language; until then those of the previous one. */
export function useLoaded(module: string | undefined): Loaded {
  const [loadedWords, setLoadedWords] = useState<Loaded>({});
  useEffect(() => {
    let current = true;
    const isOfModule = ([path]: [string, unknown]) => path.endsWith(`/${module}.ts`);
    const imports = [locales, pluginLocales].map((all) =>
      Object.entries(all).find(isOfModule)?.[1](),
    );
    Promise.all(imports).then(([locale, plugins]) => {
      if (current) setLoadedWords({ locale, plugins } as Loaded);
    });
    return () => {
      current = false;
    };
  }, [module]);
  return loadedWords;
}
