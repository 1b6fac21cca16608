/** The color scheme. "system" follows the operating system. */
export type Scheme = "system" | "light" | "dark";

const storageName = "portico.scheme";

/** Applies the stored color scheme before the first paint. The product reads the same setting. */
export function applyStoredScheme(): void {
  apply(storedScheme());
}

export function storedScheme(): Scheme {
  const stored = localStorage.getItem(storageName);
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function chooseScheme(scheme: Scheme): void {
  if (scheme === "system") localStorage.removeItem(storageName);
  else localStorage.setItem(storageName, scheme);
  apply(scheme);
}

function apply(scheme: Scheme): void {
  if (scheme === "system") delete document.documentElement.dataset["scheme"];
  else document.documentElement.dataset["scheme"] = scheme;
}
