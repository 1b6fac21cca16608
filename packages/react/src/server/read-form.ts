/** A request that the handler refuses with a plain error instead of a page. */
export class RefusedRequest extends Error {
  override readonly name = "RefusedRequest";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** More than any form needs, and small enough to hold in memory. */
const maxBodyBytes = 65_536;

const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/**
 * Reads the fields of a form.
 *
 * @throws {RefusedRequest} if the body is not a form or is too large
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (!formTypes.test(type)) throw new RefusedRequest(415, "Send the fields of an HTML form.");
  const body = await readBody(request);
  try {
    return await new Response(body, { headers: { "content-type": type } }).formData();
  } catch {
    throw new RefusedRequest(400, "The body is not a valid form.");
  }
}

async function readBody(request: Request): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    size += chunk.value.byteLength;
    if (size > maxBodyBytes) {
      await reader?.cancel();
      throw new RefusedRequest(413, `The form is larger than ${maxBodyBytes} bytes.`);
    }
    chunks.push(chunk.value);
  }
  return new Blob(chunks);
}
