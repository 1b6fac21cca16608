export { EditNote, NewNote } from "./editor.tsx";
export { NotesPage } from "./notes-page.tsx";
