import type { DataClient } from "../../data/data-client.tsx";
import { dataOf, expectSuccess } from "../../data/failure.ts";
import type { BlockedSender, Invitation } from "../../data/schema.ts";

/** The maximum number of shares that one request answers, leaves or lists. */
export const maxSharesPerRequest = 100;

/** Lists the caller's open invitations. The first invitation of each sender is at the top. */
export async function listInvitations(
  data: DataClient,
  signal: AbortSignal,
): Promise<readonly Invitation[]> {
  return dataOf(await data.rpc("note_invitations", {}, { get: true }).abortSignal(signal));
}

/**
 * Accepts or declines invitations. The sender is not notified.
 *
 * @param invitations at most {@link maxSharesPerRequest}
 * @throws {DataFailure}
 */
export async function answerInvitations(
  data: DataClient,
  invitations: readonly string[],
  accept: boolean,
): Promise<void> {
  const args = { shares: [...invitations], accept };
  expectSuccess(await data.rpc("answer_invitations", args));
}

/** Blocks the sender of a share. Notes that this sender shares are no longer listed. */
export async function blockSender(data: DataClient, share: string): Promise<void> {
  expectSuccess(await data.rpc("block_sender", { share }));
}

/** Lists the senders whom the caller has blocked, the latest first. */
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

/** Unblocks a sender. */
export async function unblockSender(data: DataClient, sender: string): Promise<void> {
  expectSuccess(await data.from("blocked_senders").delete().eq("sender_id", sender));
}
