/** A color scheme, or that of the system. */
export type Scheme = "system" | "light" | "dark";

const storageName = "portico.scheme";

/** Applies the choice that is also the product's, before the first paint. */
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
