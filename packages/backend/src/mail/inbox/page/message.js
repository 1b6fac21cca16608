import { addCopyButton } from "./copy.js";
import { byId, element, showFailure } from "./elements.js";
import { longDate, recipient, title } from "./format.js";
import { markCurrent } from "./list.js";
import { sendRequest } from "./server.js";
import { state } from "./state.js";

const main = byId("main");

let view = "html";
/** Responses may arrive out of order. Only the response to the latest request is used. */
let lastOpenRequest = 0;

/** Opens the message whose id is in the URL's fragment. */
export async function openMessage() {
  const requestNumber = ++lastOpenRequest;
  state.selected = location.hash.slice(1) || undefined;
  markCurrent();
  byId("gone").hidden = true;
  byId("choose").hidden = state.selected !== undefined || state.messages.length === 0;
  if (state.selected === undefined) {
    byId("message").hidden = true;
    main.dataset.showing = "list";
    return;
  }
  let response;
  try {
    response = await sendRequest(`message/${encodeURIComponent(state.selected)}`);
  } catch (error) {
    if (requestNumber === lastOpenRequest) showMissing(error);
    return;
  }
  const message = await response.json();
  if (requestNumber !== lastOpenRequest) return;
  show(message);
}

function showMissing(error) {
  byId("message").hidden = true;
  main.dataset.showing = "message";
  if (error.status === 404) byId("gone").hidden = false;
  else showFailure(error);
}

function show(message) {
  const isText = message.Channel === "sms";
  byId("subject").textContent = title(message);
  byId("from").textContent = message.From.Name
    ? `${message.From.Name} <${message.From.Address}>`
    : message.From.Address;
  byId("from-row").hidden = isText;
  byId("to").textContent = recipient(message);
  byId("date").dateTime = message.Date;
  byId("date").textContent = longDate(message.Date);

  byId("link").textContent = message.Link;
  byId("open-link").href = safeLink(message.Link);
  byId("link-action").hidden = safeLink(message.Link) === "";
  byId("code").textContent = message.Code;
  byId("code-action").hidden = message.Code === "";
  byId("actions").hidden = byId("link-action").hidden && byId("code-action").hidden;
  byId("actions").toggleAttribute(
    "data-both",
    !byId("link-action").hidden && !byId("code-action").hidden,
  );

  byId("views").hidden = isText;
  showBody(message);
  for (const button of byId("views").querySelectorAll("button"))
    button.onclick = () => changeView(button, message);

  const wasHidden = byId("message").hidden;
  byId("message").hidden = false;
  main.dataset.showing = "message";
  // On a narrow screen, which shows either the list or the message, move the focus to the opened message.
  if (getComputedStyle(byId("list")).display === "none") {
    scrollTo(0, 0);
    byId("subject").focus();
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
  for (const button of byId("views").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.dataset.view === view));
  }
  if (message.Channel === "sms") {
    byId("body").replaceChildren(element("p", { className: "bubble", textContent: message.Text }));
  } else if (view === "html") {
    const frame = element("iframe", { title: `Email: ${title(message)}` });
    frame.setAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
    frame.src = `/inbox/view/${message.ID}.html`;
    byId("body").replaceChildren(frame);
  } else if (view === "text") {
    byId("body").replaceChildren(element("pre", { textContent: message.Text }));
  } else {
    const requestNumber = lastOpenRequest;
    const source = await sendRequest(`message/${message.ID}/raw`)
      .then((response) => response.text())
      .catch((error) => error.message);
    if (requestNumber === lastOpenRequest && view === "source") {
      byId("body").replaceChildren(element("pre", { textContent: source }));
    }
  }
}

addCopyButton("copy-link", "link", "Link");
addCopyButton("copy-code", "code", "Code");
