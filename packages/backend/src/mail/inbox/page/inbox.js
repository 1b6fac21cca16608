import "./delete.js";
import { announce, at } from "./elements.js";
import { load } from "./list.js";
import { open } from "./message.js";

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
    // The browser reconnects by itself, except after the server has refused the connection.
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
}

function showState(state, label) {
  at("live").dataset.state = state;
  at("live-words").textContent = label;
}

at("try-again").addEventListener("click", () => {
  load();
  open();
});
addEventListener("hashchange", open);

load();
open();
listen();
