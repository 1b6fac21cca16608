/** A note as the REST API has it; see supabase/migrations. */
export type NoteRow = {
  id: string;
  title: string;
  body: string;
  pinned: boolean;
  /** ISO 8601, as `created_at` and `updated_at` are on the wire. */
  created_at: string;
  updated_at: string;
  /** Whose it is. */
  user_id: string;
};

/** That a note is shared with an address. */
export type NoteShare = {
  id: string;
  note_id: string;
  /** Lower case. */
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

/** A person whose shares somebody does not want to see. */
export type BlockedSender = {
  /** The user id. */
  sender_id: string;
  /** The address that they had. */
  address: string;
};

/** A note, and with whom it is shared: all of them for its owner, others find themselves alone. */
export type Note = NoteRow & { shares: readonly Omit<NoteShare, "note_id">[] };

/** The caller's notes in numbers, as the function `note_statistics` returns them. */
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
  /** Its place in the bucket. */
  path: string;
  /** The name that the file had. */
  name: string;
  /** A small picture of it, as a `data:` address. */
  thumbnail: string | null;
  /** A media type; empty where there is none. */
  type: string;
  /** In bytes. */
  size: number;
  /** ISO 8601. */
  created_at: string;
};

/** The project's schema, in the shape that the data client wants. */
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
      block_sender: { Args: { share: string }; Returns: undefined };
      note_invitations: { Args: Record<PropertyKey, never>; Returns: Invitation[] };
      note_statistics: { Args: Record<PropertyKey, never>; Returns: NoteStatistics[] };
    };
  };
};
