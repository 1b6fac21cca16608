export { EditNote, NewNote } from "./editor/editor.tsx";
export { NotesPage } from "./list/notes-page.tsx";
export { SharedPage } from "./sharing/shared-page.tsx";
