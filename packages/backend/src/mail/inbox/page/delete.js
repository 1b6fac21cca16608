import { announce, byId, showFailure } from "./elements.js";
import { loadMessages } from "./list.js";
import { sendRequest } from "./server.js";
import { state } from "./state.js";

async function remove() {
  const index = state.messages.findIndex(({ ID }) => ID === state.selected);
  const next = state.messages[index + 1] ?? state.messages[index - 1];
  const isNarrow = getComputedStyle(byId("list")).display === "none";
  await sendRequest("messages", {
    method: "DELETE",
    body: JSON.stringify({ IDs: [state.selected] }),
  });
  announce("Message deleted.");
  location.replace(next && !isNarrow ? `#${next.ID}` : "#");
  await loadMessages();
  const row = [...byId("messages").children].find((item) => item.dataset.id === next?.ID);
  (row?.firstElementChild ?? byId("list")).focus();
}

byId("delete").addEventListener("click", () => remove().catch(showFailure));

byId("delete-all").addEventListener("click", () => {
  byId("confirm-words").textContent =
    "This deletes every message, including unread messages and those not in your search results. You can't undo this.";
  byId("confirm").showModal();
});
byId("confirm-no").addEventListener("click", () => byId("confirm").close());
byId("confirm-yes").addEventListener("click", async () => {
  byId("confirm").close();
  try {
    await sendRequest("messages", { method: "DELETE" });
    announce("All messages deleted.");
    location.replace("#");
    await loadMessages();
    byId("list").focus();
  } catch (error) {
    showFailure(error);
  }
});
