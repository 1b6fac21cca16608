export const byId = (id) => document.getElementById(id);

/**
 * Announces a text to screen readers. They would ignore the same text a second time, so a repeated text gets a trailing
 * space.
 */
export function announce(text) {
  byId("announcement").textContent =
    byId("announcement").textContent === text ? `${text}\u00a0` : text;
}

export function showFailure(error) {
  byId("failure-reason").textContent = error.message;
  byId("failure").hidden = false;
}

export function element(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const use = document.createElementNS(space, "use");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}
