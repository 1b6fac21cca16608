// Runs before the first paint, so that a remembered colour scheme never flashes the other one.
// A file of its own, because the Content-Security-Policy allows no inline script.
// The key is the one of src/shell/scheme.ts.
try {
  const scheme = localStorage.getItem("portico.scheme");
  if (scheme === "light" || scheme === "dark") document.documentElement.dataset.scheme = scheme;
} catch {
  // Storage may be forbidden; the system's scheme is then the right one.
}
