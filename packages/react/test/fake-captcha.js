// Stands in for the scripts of Turnstile and hCaptcha, which have the same functions: it shows a box, and creates a new
// token whenever it is rendered or reset.
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
