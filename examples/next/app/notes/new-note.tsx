"use client";

import { useActionState } from "react";
import { addNote } from "./actions";

export function NewNote() {
  const [error, action, isPending] = useActionState(addNote, "");
  return (
    <>
      <form action={action} className="new-note">
        <label htmlFor="text">New note</label>
        <input id="text" name="text" required maxLength={500} autoComplete="off" />
        <button type="submit" disabled={isPending}>
          Add
        </button>
      </form>
      <p role="alert" className="error">
        {error}
      </p>
    </>
  );
}
