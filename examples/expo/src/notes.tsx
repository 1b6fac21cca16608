import { type User, useSubmission } from "@portico/react";
import { useEffect, useState } from "react";
import { Text, View } from "react-native";
import { Button, Field, SubmissionStatus } from "./elements";
import { styles } from "./styles";
import { supabase } from "./supabase";

interface Note {
  id: string;
  text: string;
}

/** Shows the user's notes. The queries need no user filter, because row-level security applies one. */
export function Notes({ user }: { user: User }) {
  const [notes, setNotes] = useState<Note[]>([]);
  const [text, setText] = useState("");
  const { busy, run, state } = useSubmission();

  async function load(): Promise<undefined> {
    const { data } = await supabase
      .from("notes")
      .select("id, text")
      .order("created_at", { ascending: false })
      .limit(100)
      .throwOnError();
    setNotes(data);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the notes are loaded once for each user
  useEffect(() => {
    run("load", load);
  }, [user.id]);

  const add = () =>
    run("add", async () => {
      await supabase.from("notes").insert({ text }).throwOnError();
      setText("");
      await load();
    });
  const remove = (id: string) =>
    run(id, async () => {
      await supabase.from("notes").delete().eq("id", id).throwOnError();
      await load();
    });

  return (
    <>
      <Text>Signed in as {user.email}</Text>
      <Button label="Sign out" onPress={() => supabase.auth.signOut()} />
      <Text role="heading" style={styles.heading}>
        Notes
      </Text>
      <Field label="New note" value={text} onChangeText={setText} />
      <Button label="Add" isPrimary {...busy("add")} onPress={add} />
      <SubmissionStatus state={state} />
      <View role="list">
        {notes.map((note) => (
          <View key={note.id} role="listitem" style={styles.note}>
            <Text style={styles.text}>{note.text}</Text>
            <Button
              label="Delete"
              name={`Delete ${note.text}`}
              {...busy(note.id)}
              onPress={() => remove(note.id)}
            />
          </View>
        ))}
      </View>
    </>
  );
}
