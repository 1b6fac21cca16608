// Replaces the scripts of Turnstile and hCaptcha, which have the same functions. Shows a box, and creates a new token
// whenever the box is rendered or reset.
let tokenCount = 0;
const widgets = [];

function issueToken(widget) {
  setTimeout(() => widget?.options.callback(`turnstile ${++tokenCount}`));
}

window.turnstile = {
  render(element, options) {
    const box = document.createElement("div");
    box.textContent = `Checked for ${options.sitekey}`;
    box.dataset.size = options.size;
    element.append(box);
    issueToken({ options });
    return widgets.push({ box, options }) - 1;
  },
  reset: (id) => issueToken(widgets[id]),
  remove(id) {
    widgets[id]?.box.remove();
    widgets[id] = undefined;
  },
};
