/** The text in the editor of SQL, which outlives a change of the screen. */
const draftName = "portico.desk.sql-draft";

export const readDraft = () => sessionStorage.getItem(draftName) ?? "";

export const saveDraft = (text: string) => sessionStorage.setItem(draftName, text);
