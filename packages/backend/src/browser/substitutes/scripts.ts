/// <reference path="./scripts.d.ts" />
import { extensions, system } from "portico:scripts";

/** Returns the files of `database/system/` in order. */
export const systemScripts = async (): Promise<{ name: string; text: string }[]> => [...system];

/** Returns the script of an extension's stand-in. */
export const extensionScript = async (name: string): Promise<string> => extensions[name] ?? "";
