import { Message } from "../elements/message.tsx";
import type { Change } from "./use-change.ts";

/** What came of a change: two regions, there before they have something to say. */
export function Said({ change: { status, alert } }: { change: Change }) {
  return (
    <>
      <div {...status}>{status.children && <Message>{status.children}</Message>}</div>
      <div {...alert}>{alert.children && <Message color="danger">{alert.children}</Message>}</div>
    </>
  );
}
