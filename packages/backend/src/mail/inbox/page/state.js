/** The listed messages, and the id of the selected one. */
export const state = { messages: [], selected: undefined };
