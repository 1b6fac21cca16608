import { announce, at, showFailure } from "./elements.js";
import { load } from "./list.js";
import { request } from "./server.js";
import { state } from "./state.js";

async function remove() {
  const index = state.messages.findIndex(({ ID }) => ID === state.selected);
  const next = state.messages[index + 1] ?? state.messages[index - 1];
  const isNarrow = getComputedStyle(at("list")).display === "none";
  await request("messages", { method: "DELETE", body: JSON.stringify({ IDs: [state.selected] }) });
  announce("Message deleted.");
  location.replace(next && !isNarrow ? `#${next.ID}` : "#");
  await load();
  const row = [...at("messages").children].find((item) => item.dataset.id === next?.ID);
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
