// Stands in for Turnstile's script (and hCaptcha's, which has the same calls): it shows a box, and
// hands out a new token whenever it is rendered or reset.
let made = 0;
const widgets = [];

function offer(widget) {
  setTimeout(() => widget?.options.callback(`turnstile ${++made}`));
}

window.turnstile = {
  render(element, options) {
    const box = document.createElement("div");
    box.textContent = `Checked for ${options.sitekey}`;
    box.dataset.size = options.size;
    element.append(box);
    offer({ options });
    return widgets.push({ box, options }) - 1;
  },
  reset: (id) => offer(widgets[id]),
  remove(id) {
    widgets[id]?.box.remove();
    widgets[id] = undefined;
  },
};
