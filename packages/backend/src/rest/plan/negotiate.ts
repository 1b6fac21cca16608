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
export function negotiateMediaType(
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
      const explainedHandler = vendorHandler(mediaType.for) ?? lookUp(mediaType.for)?.handler;
      if (explainedHandler !== undefined) return { handler: explainedHandler, mediaType };
      continue;
    }
    const resolved = lookUp(mediaType);
    if (resolved !== undefined) return resolved;
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

/** Returns whether all columns of the row are selected, because a handler for a row type needs them. */
function selectsAllColumns(read: ReadPlan): boolean {
  const [item, ...otherItems] = read.select;
  return otherItems.length === 0 && read.embeds.length === 0 && item?.field.name === "*";
}
