import type { SessionRow } from "@portico/react/account";
/** A row of the table `notes`; see supabase/migrations. */
export type NoteRow = {
  id: string;
  title: string;
  body: string;
  pinned: boolean;
  /** ISO 8601, like `updated_at`. */
  created_at: string;
  updated_at: string;
  /** The id of the owner. */
  user_id: string;
};

/** A row of `note_shares`: the note is shared with the address. */
export type NoteShare = {
  id: string;
  note_id: string;
  /** The recipient's address, in lower case. */
  address: string;
  /** The owner's address. */
  shared_by: string;
};

/** A share that its recipient has not answered yet. */
export type Invitation = {
  /** The id of the share. */
  id: string;
  /** The note's title, else the beginning of its text. */
  title: string;
  /** The owner's address. */
  shared_by: string;
  created_at: string;
};

/** A sender whom the caller has blocked. */
export type BlockedSender = {
  sender_id: string;
  /** The sender's address at the time of the block. */
  address: string;
};

/** A note with its shares. The owner sees all shares, a recipient only their own. */
export type Note = NoteRow & { shares: readonly Omit<NoteShare, "note_id">[] };

/** The result of the function `note_statistics`. */
export type NoteStatistics = {
  total: number;
  pinned: number;
  this_week: number;
  words: number;
};

/** A file that is attached to a note. */
export type Attachment = {
  id: string;
  note_id: string;
  /** Its path in the bucket. */
  path: string;
  /** The name of the uploaded file. */
  name: string;
  /** A thumbnail, as a `data:` URL. */
  thumbnail: string | null;
  /** The media type; empty if it is unknown. */
  type: string;
  /** The size in bytes. */
  size: number;
  /** ISO 8601. */
  created_at: string;
};

/** The project's schema, as the data client's type parameter. */
export type Database = {
  public: {
    Tables: {
      notes: {
        Row: NoteRow & { content: string; heading: string };
        Insert: Partial<NoteRow>;
        Update: Partial<NoteRow>;
        Relationships: [];
      };
      note_shares: {
        Row: NoteShare & { owner_id: string };
        Insert: Omit<NoteShare, "id" | "shared_by"> & { shared_by?: string; owner_id?: string };
        Update: Record<PropertyKey, never>;
        Relationships: [
          {
            foreignKeyName: "note_shares_note";
            columns: ["note_id", "owner_id"];
            isOneToOne: false;
            referencedRelation: "notes";
            referencedColumns: ["id", "user_id"];
          },
        ];
      };
      blocked_senders: {
        Row: BlockedSender & { created_at: string };
        Insert: Record<PropertyKey, never>;
        Update: Record<PropertyKey, never>;
        Relationships: [];
      };
    };
    Views: {
      attachments: {
        Row: Attachment & { left_at: string | null };
        Relationships: [];
      };
    };
    Functions: {
      delete_account: { Args: { proof?: string }; Returns: undefined };
      answer_invitations: { Args: { shares: string[]; accept: boolean }; Returns: undefined };
      list_sessions: { Args: Record<PropertyKey, never>; Returns: SessionRow[] };
      end_session: { Args: { session_id: string }; Returns: undefined };
      block_sender: { Args: { share: string }; Returns: undefined };
      note_invitations: { Args: Record<PropertyKey, never>; Returns: Invitation[] };
      note_statistics: { Args: Record<PropertyKey, never>; Returns: NoteStatistics[] };
    };
  };
};
