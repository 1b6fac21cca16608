import { mediaTypesNotAvailable } from "../errors.ts";
import { type MediaType, mediaTypeName } from "../media-type.ts";
import type { QualifiedName } from "../qualified-name.ts";
import {
  handlerKey,
  type MediaHandler,
  type ResolvedHandler,
  type SchemaCache,
} from "../schema-cache/types.ts";
import type { RestSettings } from "../settings.ts";
import type { ReadPlan } from "./types.ts";

/**
 * Chooses the response's media type: the first type of the Accept header that a handler can produce (RFC
 * 9110, section 12.5.1).
 *
 * @throws {RestError} PGRST107
 */
export function negotiate(
  accept: readonly MediaType[],
  target: QualifiedName,
  read: ReadPlan,
  context: { readonly cache: SchemaCache; readonly settings: RestSettings },
): ResolvedHandler {
  const ownHandlers = selectsAllColumns(read);
  const lookUp = (type: MediaType): ResolvedHandler | undefined => {
    const handlers = context.cache.mediaHandlers;
    const name = mediaTypeName(type);
    return (
      (ownHandlers ? handlers.get(handlerKey(target, "*/*")) : undefined) ??
      (ownHandlers ? handlers.get(handlerKey(target, name)) : undefined) ??
      handlers.get(handlerKey(null, name))
    );
  };
  for (const mediaType of accept) {
    const handler = vendorHandler(mediaType);
    if (handler !== undefined) return { handler, mediaType };
    if (mediaType.kind === "plan") {
      if (!context.settings.planEnabled) continue;
      const explained = vendorHandler(mediaType.for) ?? lookUp(mediaType.for)?.handler;
      if (explained !== undefined) return { handler: explained, mediaType };
      continue;
    }
    const found = lookUp(mediaType);
    if (found !== undefined) return found;
  }
  throw mediaTypesNotAvailable(accept.map(mediaTypeName));
}

/** Returns the handler of a vendor media type, which has a fixed meaning. */
function vendorHandler(type: MediaType): MediaHandler | undefined {
  switch (type.kind) {
    case "object":
      return { kind: "singleJson", nullsStripped: type.nullsStripped };
    case "arrayNullsStripped":
      return { kind: "jsonNullsStripped" };
    default:
      return undefined;
  }
}

/** A handler for a row type only works if all columns of the row are selected. */
function selectsAllColumns(read: ReadPlan): boolean {
  const [only, ...others] = read.select;
  return others.length === 0 && read.embeds.length === 0 && only?.field.name === "*";
}
