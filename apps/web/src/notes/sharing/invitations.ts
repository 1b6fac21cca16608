import type { DataClient } from "../../data/data-client.tsx";
import { dataOf, expectSuccess } from "../../data/failure.ts";
import type { BlockedSender, Invitation } from "../../data/schema.ts";

/** How many shares one request answers, leaves or lists. */
export const mostAtOnce = 100;

/** The open invitations of the caller, one of each sender first. */
export async function listInvitations(
  data: DataClient,
  signal: AbortSignal,
): Promise<readonly Invitation[]> {
  return dataOf(await data.rpc("note_invitations", {}, { get: true }).abortSignal(signal));
}

/**
 * Accepts or declines invitations. Their sender is not told of an answer.
 *
 * @param invitations at most {@link mostAtOnce}
 * @throws {DataFailure}
 */
export async function answerInvitations(
  data: DataClient,
  invitations: readonly string[],
  accept: boolean,
): Promise<void> {
  const answer = { shares: [...invitations], accept };
  expectSuccess(await data.rpc("answer_invitations", answer));
}

/** Blocks whoever sent an invitation or shares a note: nothing of theirs shows any more. */
export async function blockSender(data: DataClient, share: string): Promise<void> {
  expectSuccess(await data.rpc("block_sender", { share }));
}

/** Whom the caller blocks, the last one first. */
export async function listBlockedSenders(
  data: DataClient,
  signal: AbortSignal,
): Promise<readonly BlockedSender[]> {
  return dataOf(
    await data
      .from("blocked_senders")
      .select("sender_id,address")
      .order("created_at", { ascending: false })
      .limit(1000)
      .abortSignal(signal),
  );
}

/** Shows again what a sender shares with the caller. */
export async function unblockSender(data: DataClient, sender: string): Promise<void> {
  expectSuccess(await data.from("blocked_senders").delete().eq("sender_id", sender));
}
