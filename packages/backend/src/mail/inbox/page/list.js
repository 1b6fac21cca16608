import { byId, element, icon, showFailure } from "./elements.js";
import { recipient, shortDate, snippet, title } from "./format.js";
import { sendRequest } from "./server.js";
import { state } from "./state.js";

/** How many messages the list shows at first, and how many more each press of the button loads. */
const pageSize = 100;

const main = byId("main");
const list = byId("messages");

let limit = pageSize;
/** Responses may arrive out of order. Only the response to the latest request is used. */
let lastListRequest = 0;

/** Loads the messages that match the search, and shows them. */
export async function loadMessages() {
  const requestNumber = ++lastListRequest;
  const query = byId("search").value.trim();
  const path = query === "" ? "messages?" : `search?query=${encodeURIComponent(query)}&`;
  let result;
  try {
    result = await sendRequest(`${path}limit=${limit}`).then((response) => response.json());
  } catch (error) {
    if (requestNumber === lastListRequest) showFailure(error);
    return;
  }
  if (requestNumber !== lastListRequest) return;
  state.messages = result.messages;
  byId("failure").hidden = true;
  byId("empty").hidden = result.total > 0;
  main.toggleAttribute("data-empty", result.total === 0);
  byId("no-match").hidden = query === "" || state.messages.length > 0;
  byId("older").hidden = state.messages.length >= result.messages_count;
  byId("delete-all").disabled = result.total === 0;
  byId("count").textContent = formatCount(query, result);
  document.title = `${result.unread > 0 ? `(${result.unread}) ` : ""}Inbox · Portico`;
  showRows();
  byId("choose").hidden = result.total === 0 || state.selected !== undefined;
}

function formatCount(query, { total, unread, messages_count: found }) {
  if (total === 0) return "";
  if (query !== "") return `${found} of ${total}`;
  return unread > 0 ? `${unread} unread of ${total}` : `${total}`;
}

/** Updates the rows. Existing rows are reused, so that they keep the focus. */
function showRows() {
  const existingItems = new Map([...list.children].map((item) => [item.dataset.id, item]));
  const currentIds = new Set(state.messages.map(({ ID }) => ID));
  for (const [id, item] of existingItems) if (!currentIds.has(id)) item.remove();
  const isFirst = existingItems.size === 0;
  state.messages.forEach((message, index) => {
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

/** Marks the row of the selected message. */
export function markCurrent() {
  for (const item of list.children) {
    if (item.dataset.id === state.selected)
      item.firstElementChild.setAttribute("aria-current", "true");
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

let searchTimer;
byId("search").addEventListener("input", () => {
  clearTimeout(searchTimer);
  searchTimer = setTimeout(() => {
    limit = pageSize;
    loadMessages();
  }, 150);
});
byId("clear-search").addEventListener("click", () => {
  byId("search").value = "";
  byId("search").focus();
  loadMessages();
});
byId("show-older").addEventListener("click", () => {
  limit += pageSize;
  loadMessages();
});
