import { isApiPath } from '../../lessons/api-path.ts';
import { MAXIMUM_LENGTH } from '../../lessons/format/read-lesson.ts';

/**
 * Returns the text of a lesson at an address, without sending credentials.
 * @param origin that of the page: its policy allows requests to no other one
 * @throws Error for the user when the address is of another origin or of the API, or has no file of a lesson's size
 */
export async function fetchLesson(address: string, origin: string, signal: AbortSignal): Promise<string> {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : undefined;
  if (url?.origin !== origin)
    throw new Error(
      `The app opens lessons of its own origin only, and ${address} is elsewhere. Download the file, and open it below.`,
    );
  if (isApiPath(url.pathname))
    throw new Error(`${url.pathname} is a path of the API, which has no lessons. Check the link.`);
  const response = await fetch(url, { signal, credentials: 'omit', redirect: 'error' }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new Error(
      `${url.pathname} could not be read, because the server did not respond or redirects it. Try again later.`,
    );
  });
  if (!response.ok)
    throw new Error(`${url.pathname} does not exist: the server responded with status ${response.status}.`);
  return boundedText(response, url.pathname);
}

/** Reads a body no further than the largest lesson, because a link may lead to anything. */
async function boundedText({ body }: Response, path: string): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return text;
    text += value;
    if (text.length <= MAXIMUM_LENGTH) continue;
    await reader?.cancel();
    throw new Error(`${path} is larger than 256 KiB, and so cannot be a lesson.`);
  }
}
