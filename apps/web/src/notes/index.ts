export { EditNote, NewNote } from "./editor.tsx";
export { NotesPage } from "./notes-page.tsx";
export { SharedPage } from "./sharing/shared-page.tsx";
