import { addCopyButton } from "./copy.js";
import { at, element, showFailure } from "./elements.js";
import { longDate, recipient, title } from "./format.js";
import { markCurrent } from "./list.js";
import { request } from "./server.js";
import { state } from "./state.js";

const main = at("main");

let view = "html";
/** Responses may arrive out of order. Only the response to the latest request is used. */
let lastOpenRequest = 0;

/** Opens the message whose id is in the URL's fragment. */
export async function open() {
  const requestNumber = ++lastOpenRequest;
  state.selected = location.hash.slice(1) || undefined;
  markCurrent();
  at("gone").hidden = true;
  at("choose").hidden = state.selected !== undefined || state.messages.length === 0;
  if (state.selected === undefined) {
    at("message").hidden = true;
    main.dataset.showing = "list";
    return;
  }
  let response;
  try {
    response = await request(`message/${encodeURIComponent(state.selected)}`);
  } catch (error) {
    if (requestNumber === lastOpenRequest) showMissing(error);
    return;
  }
  const message = await response.json();
  if (requestNumber !== lastOpenRequest) return;
  show(message);
}

function showMissing(error) {
  at("message").hidden = true;
  main.dataset.showing = "message";
  if (error.status === 404) at("gone").hidden = false;
  else showFailure(error);
}

function show(message) {
  const isText = message.Channel === "sms";
  at("subject").textContent = title(message);
  at("from").textContent = message.From.Name
    ? `${message.From.Name} <${message.From.Address}>`
    : message.From.Address;
  at("from-row").hidden = isText;
  at("to").textContent = recipient(message);
  at("date").dateTime = message.Date;
  at("date").textContent = longDate(message.Date);

  at("link").textContent = message.Link;
  at("open-link").href = safeLink(message.Link);
  at("link-action").hidden = safeLink(message.Link) === "";
  at("code").textContent = message.Code;
  at("code-action").hidden = message.Code === "";
  at("actions").hidden = at("link-action").hidden && at("code-action").hidden;
  at("actions").toggleAttribute(
    "data-both",
    !at("link-action").hidden && !at("code-action").hidden,
  );

  at("views").hidden = isText;
  showBody(message);
  for (const button of at("views").querySelectorAll("button"))
    button.onclick = () => changeView(button, message);

  const wasHidden = at("message").hidden;
  at("message").hidden = false;
  main.dataset.showing = "message";
  // On a narrow screen, which shows either the list or the message, move the focus to the opened message.
  if (getComputedStyle(at("list")).display === "none") {
    scrollTo(0, 0);
    at("subject").focus();
  } else if (wasHidden) document.querySelector(".pane").scrollTop = 0;
}

/** The address comes from a message, so it could be anything. */
function safeLink(link) {
  return /^https?:\/\//i.test(link) ? link : "";
}

function changeView(button, message) {
  view = button.dataset.view;
  showBody(message);
}

async function showBody(message) {
  for (const button of at("views").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.dataset.view === view));
  }
  if (message.Channel === "sms") {
    at("body").replaceChildren(element("p", { className: "bubble", textContent: message.Text }));
  } else if (view === "html") {
    const frame = element("iframe", { title: `Email: ${title(message)}` });
    frame.setAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
    frame.src = `/inbox/view/${message.ID}.html`;
    at("body").replaceChildren(frame);
  } else if (view === "text") {
    at("body").replaceChildren(element("pre", { textContent: message.Text }));
  } else {
    const requestNumber = lastOpenRequest;
    const source = await request(`message/${message.ID}/raw`)
      .then((response) => response.text())
      .catch((error) => error.message);
    if (requestNumber === lastOpenRequest && view === "source") {
      at("body").replaceChildren(element("pre", { textContent: source }));
    }
  }
}

addCopyButton("copy-link", "link", "Link");
addCopyButton("copy-code", "code", "Code");
