/**
 * Returns the text of a lesson at an address, without sending credentials.
 * @param origin that of the page: its policy allows requests to no other one
 * @throws Error for the user when the address is of another origin, or has no file
 */
export async function fetchLesson(address: string, origin: string, signal: AbortSignal): Promise<string> {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : undefined;
  if (url?.origin !== origin)
    throw new Error(
      `The app opens lessons of its own origin only, and ${address} is elsewhere. Download the file, and open it below.`,
    );
  const response = await fetch(url, { signal, credentials: 'omit', redirect: 'error' });
  if (!response.ok)
    throw new Error(`${url.pathname} does not exist: the server responded with status ${response.status}.`);
  return response.text();
}
