import "./delete.js";
import { announce, byId } from "./elements.js";
import { loadMessages } from "./list.js";
import { openMessage } from "./message.js";

function listen() {
  const events = new EventSource("/inbox/api/events");
  events.addEventListener("ready", () => {
    showState("live", "Live");
    loadMessages();
  });
  events.addEventListener("new", (event) => {
    announce(`New message to ${JSON.parse(event.data).to}`);
    loadMessages();
  });
  events.addEventListener("change", loadMessages);
  events.addEventListener("error", () => {
    showState("connecting", "Reconnecting");
    // The browser reconnects by itself, except after the server has refused the connection.
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
}

function showState(state, label) {
  byId("live").dataset.state = state;
  byId("live-words").textContent = label;
}

byId("try-again").addEventListener("click", () => {
  loadMessages();
  openMessage();
});
addEventListener("hashchange", openMessage);

loadMessages();
openMessage();
listen();
