/** The sessionStorage key of the SQL editor's text, which must survive a switch to another screen. */
const draftName = "portico.desk.sql-draft";

export const readDraft = () => sessionStorage.getItem(draftName) ?? "";

export const saveDraft = (text: string) => sessionStorage.setItem(draftName, text);
