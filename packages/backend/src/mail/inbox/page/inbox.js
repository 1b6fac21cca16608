import { addCopyButton } from "./copy.js";
import { announce, at, element, icon } from "./elements.js";
import { longDate, recipient, shortDate, snippet, title } from "./format.js";
import { request } from "./server.js";

/** How many messages the list shows at first, and how many more each press of the button loads. */
const pageSize = 100;

const main = at("main");
const list = at("messages");

let limit = pageSize;
let messages = [];
let selected;
let view = "html";
/** Responses may arrive out of order. Only the response to the latest request is used. */
let lastListRequest = 0;
let lastOpenRequest = 0;

// The list

async function load() {
  const requestNumber = ++lastListRequest;
  const query = at("search").value.trim();
  const path = query === "" ? "messages?" : `search?query=${encodeURIComponent(query)}&`;
  let result;
  try {
    result = await request(`${path}limit=${limit}`).then((response) => response.json());
  } catch (error) {
    if (requestNumber === lastListRequest) showFailure(error);
    return;
  }
  if (requestNumber !== lastListRequest) return;
  messages = result.messages;
  at("failure").hidden = true;
  at("empty").hidden = result.total > 0;
  main.toggleAttribute("data-empty", result.total === 0);
  at("no-match").hidden = query === "" || messages.length > 0;
  at("older").hidden = messages.length >= result.messages_count;
  at("delete-all").disabled = result.total === 0;
  at("count").textContent = formatCount(query, result);
  document.title = `${result.unread > 0 ? `(${result.unread}) ` : ""}Inbox · Portico`;
  showRows();
  at("choose").hidden = result.total === 0 || selected !== undefined;
}

function showFailure(error) {
  at("failure-reason").textContent = error.message;
  at("failure").hidden = false;
}

function formatCount(query, { total, unread, messages_count: found }) {
  if (total === 0) return "";
  if (query !== "") return `${found} of ${total}`;
  return unread > 0 ? `${unread} unread of ${total}` : `${total}`;
}

/** Updates the rows. Existing rows are reused, so that they keep the focus. */
function showRows() {
  const existingItems = new Map([...list.children].map((item) => [item.dataset.id, item]));
  const currentIds = new Set(messages.map(({ ID }) => ID));
  for (const [id, item] of existingItems) if (!currentIds.has(id)) item.remove();
  const isFirst = existingItems.size === 0;
  messages.forEach((message, index) => {
    const item = existingItems.get(message.ID) ?? makeRow(message, !isFirst && index === 0);
    const row = item.firstElementChild;
    row.toggleAttribute("data-unread", !message.Read);
    row.querySelector(".row-state").textContent = message.Read ? "" : "Unread. ";
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
  });
  markCurrent();
}

function makeRow(message, hasArrived) {
  const isText = message.Channel === "sms";
  const row = element("a", { className: "row", href: `#${message.ID}` });
  row.toggleAttribute("data-arrived", hasArrived);
  const to = element("span", { className: "row-to" });
  if (isText) to.append(icon("phone"));
  to.append(element("span", { textContent: recipient(message) }));
  row.append(
    to,
    element("time", { dateTime: message.Created, textContent: shortDate(message.Created) }),
    element("span", { className: "row-subject" }),
    element("span", { className: "row-code", textContent: message.Code }),
    element("span", { className: "row-snippet", textContent: snippet(message) }),
  );
  row
    .querySelector(".row-subject")
    .append(element("span", { className: "row-state unseen" }), title(message));
  const item = element("li", {});
  item.dataset.id = message.ID;
  item.append(row);
  return item;
}

function markCurrent() {
  for (const item of list.children) {
    if (item.dataset.id === selected) item.firstElementChild.setAttribute("aria-current", "true");
    else item.firstElementChild.removeAttribute("aria-current");
  }
}

list.addEventListener("keydown", (event) => {
  const rows = [...list.querySelectorAll(".row")];
  const currentIndex = rows.indexOf(document.activeElement);
  const nextIndex = {
    ArrowDown: Math.min(currentIndex + 1, rows.length - 1),
    ArrowUp: Math.max(currentIndex - 1, 0),
    Home: 0,
    End: rows.length - 1,
  }[event.key];
  if (currentIndex < 0 || nextIndex === undefined) return;
  event.preventDefault();
  rows[nextIndex].focus();
});

// The message

async function open() {
  const requestNumber = ++lastOpenRequest;
  selected = location.hash.slice(1) || undefined;
  markCurrent();
  at("gone").hidden = true;
  at("choose").hidden = selected !== undefined || messages.length === 0;
  if (selected === undefined) {
    at("message").hidden = true;
    main.dataset.showing = "list";
    return;
  }
  let response;
  try {
    response = await request(`message/${encodeURIComponent(selected)}`);
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

// Deleting

async function remove() {
  const index = messages.findIndex(({ ID }) => ID === selected);
  const next = messages[index + 1] ?? messages[index - 1];
  const isNarrow = getComputedStyle(at("list")).display === "none";
  await request("messages", { method: "DELETE", body: JSON.stringify({ IDs: [selected] }) });
  announce("Message deleted.");
  location.replace(next && !isNarrow ? `#${next.ID}` : "#");
  await load();
  const row = [...list.children].find((item) => item.dataset.id === next?.ID);
  (row?.firstElementChild ?? at("list")).focus();
}

at("delete").addEventListener("click", () => remove().catch(showFailure));

at("delete-all").addEventListener("click", () => {
  at("confirm-words").textContent =
    "This deletes every message, including unread messages and those not in your search results. You can't undo this.";
  at("confirm").showModal();
});
at("confirm-no").addEventListener("click", () => at("confirm").close());
at("confirm-yes").addEventListener("click", async () => {
  at("confirm").close();
  try {
    await request("messages", { method: "DELETE" });
    announce("All messages deleted.");
    location.replace("#");
    await load();
    at("list").focus();
  } catch (error) {
    showFailure(error);
  }
});

// Live updates

function listen() {
  const events = new EventSource("/inbox/api/events");
  events.addEventListener("ready", () => {
    showState("live", "Live");
    load();
  });
  events.addEventListener("new", (event) => {
    announce(`New message to ${JSON.parse(event.data).to}`);
    load();
  });
  events.addEventListener("change", load);
  events.addEventListener("error", () => {
    showState("connecting", "Reconnecting");
    // The browser reconnects by itself, except after a refusal.
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
}

function showState(state, label) {
  at("live").dataset.state = state;
  at("live-words").textContent = label;
}

let searchTimer;
at("search").addEventListener("input", () => {
  clearTimeout(searchTimer);
  searchTimer = setTimeout(() => {
    limit = pageSize;
    load();
  }, 150);
});
at("clear-search").addEventListener("click", () => {
  at("search").value = "";
  at("search").focus();
  load();
});
at("show-older").addEventListener("click", () => {
  limit += pageSize;
  load();
});
at("try-again").addEventListener("click", () => {
  load();
  open();
});
addEventListener("hashchange", open);
addCopyButton("copy-link", "link", "Link");
addCopyButton("copy-code", "code", "Code");

load();
open();
listen();
