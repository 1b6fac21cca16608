/**
 * The Chromium that tests drive: the one that CHROMIUM names, else the machine's own. Undefined
 * means that Playwright looks for the one it downloaded.
 *
 * @returns {{ executable: string | undefined, args: string[] }}
 */
export declare function chromium(): {
    executable: string | undefined;
    args: string[];
};
