/** Sends a request to Mailpit's API. Throws an error with the `status` of the response if the server refuses it. */
export async function sendRequest(path, options) {
  let response;
  try {
    response = await fetch(`/inbox/api/v1/${path}`, options);
  } catch {
    throw new Error("The server isn't responding. Is it still running?");
  }
  if (response.ok) return response;
  const reason = (await response.text()) || `The server responded with status ${response.status}.`;
  throw Object.assign(new Error(reason), { status: response.status });
}
