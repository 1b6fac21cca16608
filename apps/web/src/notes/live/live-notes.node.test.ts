import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBackend, type TestBackend } from "../../../test/backend.ts";
import { canJoin, createEventQueue, joinChannel, liveClient } from "../../../test/live.ts";
import { signUp, type TestUser, userIdOf } from "../../../test/user.ts";
import { createNote } from "../queries/notes.ts";
import { LiveNotes } from "./live-notes.ts";

let backend: TestBackend;
let ada: TestUser;
let eve: TestUser;
let topic: string;

beforeAll(async () => {
  backend = await startBackend();
  [ada, eve] = [await signUp(backend, "ada"), await signUp(backend, "eve")];
  topic = `changes:${await userIdOf(ada)}`;
}, 60_000);

afterAll(() => backend?.stop());

describe("the channel of changes", () => {
  it("only its owner can join the channel of changes", async () => {
    expect(await canJoin(backend, ada, topic)).toBe(true);
    expect(await canJoin(backend, eve, topic)).toBe(false);
    expect(await canJoin(backend, "anonymous", topic)).toBe(false);
  });

  it("the channel of changes delivers only changes and no broadcasts", async () => {
    const receivedEvents: string[] = [];
    const events = createEventQueue<string>();
    const live = new LiveNotes(
      () => liveClient(backend, ada, (topicName) => receivedEvents.push(topicName)),
      await userIdOf(ada),
    );
    await live.open({
      onChange: () => events.add("change"),
      onDelete: () => events.add("delete"),
      onCaughtUp: () => events.add("caught up"),
    });
    expect(await events.next()).toBe("caught up");

    for (const caller of ["anonymous", eve, ada] as const) {
      const client = await liveClient(backend, caller);
      for (const topicName of [topic, "notes"]) {
        const channel = client.channel(topicName);
        expect(await joinChannel(channel)).toBe("CHANNEL_ERROR");
        // A public channel of the same name is a different channel.
        await channel.httpSend("spam", { text: "x" });
        await client.removeChannel(channel);
      }
      const channel = client.channel(topic, { config: { private: true } });
      await channel.httpSend("spam", { text: "x" }).catch(() => {});
      // The owner's other device may join, but not send.
      expect(await joinChannel(channel)).toBe(caller === ada ? "SUBSCRIBED" : "CHANNEL_ERROR");
      await channel.send({ type: "broadcast", event: "spam", payload: { text: "x" } });
      await client.disconnect();
    }
    await createNote(ada.data, { title: "Lisbon", body: "", pinned: false });
    expect(await events.next()).toBe("change");
    live.close();

    expect(receivedEvents).toContain("postgres_changes");
    expect(receivedEvents).not.toContain("broadcast");
  });
});
