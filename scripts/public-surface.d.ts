/**
 * The declarations that the users of a package meet, without comments: each entry's, and of every file that those
 * import from. A test compares them with the record in the package's folder `surface`, so that a change of them is
 * seen in a diff, and is meant.
 *
 * @param {string} dist the folder of the declarations
 * @param {string} entry such as `index.d.ts`
 */
export declare function publicSurface(dist: string, entry: string): string;
