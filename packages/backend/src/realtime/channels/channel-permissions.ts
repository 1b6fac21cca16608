import {
  type AuthorizationRequest,
  canWrite,
  type Extension,
  readableExtensions,
} from "../authorization.ts";
import type { RealtimeContext } from "../context.ts";

/** What a client may do in its channel. */
export interface ChannelPermissions {
  canRead(extension: Extension): boolean;
  /**
   * Queries the read permission for the extensions that are not cached yet.
   *
   * @throws {DatabaseError} {DatabaseUnavailable}
   */
  loadReadPermissions(extensions: readonly Extension[]): Promise<void>;
  /** Returns undefined if the permission has not been queried yet. */
  cachedWritePermission(extension: Extension): boolean | undefined;
  /** @throws {DatabaseError} {DatabaseUnavailable} */
  checkWritePermission(extension: Extension): Promise<boolean>;
}

/** Any client with a valid key may use a public topic. */
export const publicPermissions: ChannelPermissions = {
  canRead: () => true,
  loadReadPermissions: async () => {},
  cachedWritePermission: () => true,
  checkWritePermission: async () => true,
};

/** The permissions in a private topic. Policies are queried once per join and token. */
export class PrivatePermissions implements ChannelPermissions {
  readonly #context: RealtimeContext;
  readonly #request: AuthorizationRequest;
  readonly #canRead = new Map<Extension, boolean>();
  readonly #canWrite = new Map<Extension, boolean>();

  constructor(context: RealtimeContext, request: AuthorizationRequest) {
    this.#context = context;
    this.#request = request;
  }

  canRead(extension: Extension): boolean {
    return this.#canRead.get(extension) ?? false;
  }

  async loadReadPermissions(extensions: readonly Extension[]): Promise<void> {
    const uncachedExtensions = extensions.filter((extension) => !this.#canRead.has(extension));
    if (uncachedExtensions.length === 0) return;
    const readableNow = await readableExtensions(this.#context, this.#request, uncachedExtensions);
    for (const extension of uncachedExtensions)
      this.#canRead.set(extension, readableNow.has(extension));
  }

  cachedWritePermission(extension: Extension): boolean | undefined {
    return this.#canWrite.get(extension);
  }

  async checkWritePermission(extension: Extension): Promise<boolean> {
    const isPermitted = await canWrite(this.#context, this.#request, extension);
    // A client that tracks its presence also receives presence messages, even if it has not enabled presence.
    if (extension === "presence") await this.loadReadPermissions(["presence"]);
    this.#canWrite.set(extension, isPermitted);
    return isPermitted;
  }
}
