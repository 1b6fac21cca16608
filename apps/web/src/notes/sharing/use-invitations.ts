import { useMutation, useQuery } from "@tanstack/react-query";
import { useData } from "../../data/data-client.tsx";
import { useSignedInUser } from "../../shell/signed-in-user.tsx";
import { listNotesSharedWithMe } from "../queries/notes.ts";
import { noteKeys, useNoteCache } from "../queries/use-notes.ts";
import {
  answerInvitations,
  blockSender,
  listBlockedSenders,
  listInvitations,
  unblockSender,
} from "./invitations.ts";

/** Queries the open invitations; disabled for a guest, who has no e-mail address. */
export function useInvitations() {
  const data = useData();
  const user = useSignedInUser();
  return useQuery({
    queryKey: noteKeys.invitations(user.id),
    queryFn: ({ signal }) => listInvitations(data, signal),
    enabled: Boolean(user.email),
  });
}

/** Queries the notes that others share with the user. */
export function useNotesSharedWithMe() {
  const data = useData();
  const user = useSignedInUser();
  return useQuery({
    queryKey: noteKeys.sharedWithMe(user.id),
    queryFn: ({ signal }) => listNotesSharedWithMe(data, user.id, signal),
  });
}

/** Queries the senders whom the user has blocked. */
export function useBlockedSenders() {
  const data = useData();
  const user = useSignedInUser();
  return useQuery({
    queryKey: noteKeys.blocked(user.id),
    queryFn: ({ signal }) => listBlockedSenders(data, signal),
  });
}

/** Accepts or declines an invitation. */
export function useAnswerInvitation() {
  const data = useData();
  const { refresh } = useNoteCache();
  return useMutation({
    mutationFn: ({ id, accept }: { id: string; accept: boolean }) =>
      answerInvitations(data, [id], accept),
    onSettled: () => refresh(),
  });
}

/** Blocks the sender of an invitation. */
export function useBlockSender() {
  const data = useData();
  const { refresh } = useNoteCache();
  return useMutation({
    mutationFn: (share: string) => blockSender(data, share),
    onSettled: () => refresh(),
  });
}

/** Unblocks a sender. */
export function useUnblockSender() {
  const data = useData();
  const { refresh } = useNoteCache();
  return useMutation({
    mutationFn: (sender: string) => unblockSender(data, sender),
    onSettled: () => refresh(),
  });
}
