/** The paths where the server mounts the wires. */
export const restMount = "/rest/v1";
export const storageMount = "/storage/v1";
