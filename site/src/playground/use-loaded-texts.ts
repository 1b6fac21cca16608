import type { Locale } from "@portico/react";
import type { PluginLocale } from "@portico/react/plugins";
import { useEffect, useState } from "react";
import type { LoadedTexts } from "./localization.ts";

const locales = import.meta.glob<Locale>("../../../packages/react/src/i18n/locales/*.ts", {
  import: "default",
});
const pluginLocales = import.meta.glob<PluginLocale>(
  "../../../packages/react/src/plugins/locales/*.ts",
  { import: "default" },
);

/** Returns a language's texts. Until they are loaded, returns those of the previous language. */
export function useLoadedTexts(module: string | undefined): LoadedTexts {
  const [loadedTexts, setLoadedWords] = useState<LoadedTexts>({});
  useEffect(() => {
    let isCurrent = true;
    const hasModule = ([path]: [string, unknown]) => path.endsWith(`/${module}.ts`);
    const imports = [locales, pluginLocales].map((loaders) =>
      Object.entries(loaders).find(hasModule)?.[1](),
    );
    Promise.all(imports).then(([locale, plugins]) => {
      if (isCurrent) setLoadedWords({ locale, plugins } as LoadedTexts);
    });
    return () => {
      isCurrent = false;
    };
  }, [module]);
  return loadedTexts;
}
