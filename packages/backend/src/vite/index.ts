/**
 * A Vite plugin that serves the backend of a project beside its pages.
 *
 * @module
 */
export { type PorticoOptions, portico } from "./plugin.ts";
