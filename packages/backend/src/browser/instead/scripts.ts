/// <reference path="./scripts.d.ts" />
import { extensions, system } from "portico:scripts";

/** The files of `database/system/`, in their order. */
export const systemScripts = async (): Promise<{ name: string; text: string }[]> => [...system];

/** The script of an extension's stand-in. */
export const extensionScript = async (name: string): Promise<string> => extensions[name] ?? "";
