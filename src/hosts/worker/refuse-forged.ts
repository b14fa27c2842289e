import { StatusError } from '../../api/status.ts';
import { CONTROL_HEADER } from '../page/worker-messages.ts';

/** The parts of a request that show which page sent it, and how. */
export type SentRequest = Pick<Request, 'method' | 'mode' | 'headers' | 'referrer'>;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const isOfOtherOrigin = (address: string, origin: string): boolean =>
  URL.canParse(address) && new URL(address).protocol.startsWith('http') && new URL(address).origin !== origin;

/**
 * How pages of other origins make a browser send requests. The worker sees navigations of any page, but other requests of
 * its own pages only, so that most of these say the same in a second way. Browsers show workers no Sec-Fetch headers
 * today; one that does must agree.
 */
const FORGERIES: readonly { readonly what: string; readonly is: (request: SentRequest, origin: string) => boolean }[] =
  [
    { what: 'a form or a link sent it', is: ({ mode }) => mode === 'navigate' },
    { what: 'it was sent without CORS, as forms and beacons are', is: ({ mode }) => mode === 'no-cors' },
    {
      what: 'a page of another origin sent it',
      is: ({ headers, referrer }, origin) =>
        (headers.get('origin') ?? origin) !== origin ||
        (headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin' ||
        isOfOtherOrigin(referrer, origin),
    },
  ];

/** Returns why a request cannot come from a script of the worker's origin; undefined when it can. */
const forgeryOf = (request: SentRequest, origin: string): string | undefined =>
  FORGERIES.find(({ is }) => is(request, origin))?.what;

/** Returns a 403 for a write to the API that no script of the worker's origin sent; undefined for all other requests. */
export function refuseForgedWrite(request: SentRequest, origin: string): Response | undefined {
  if (READS.has(request.method)) return undefined;
  const forgery = forgeryOf(request, origin);
  return forgery === undefined
    ? undefined
    : forbidden(
        `the service worker refuses this ${request.method}: ${forgery}. Send it with fetch from a page of ${origin}`,
      );
}

/** Returns a 403 for a request to control the worker that none of its own pages sent; undefined for all others. */
export function refuseForgedControl(request: SentRequest, origin: string): Response | undefined {
  const { method, headers } = request;
  const problem =
    forgeryOf(request, origin) ??
    (headers.has(CONTROL_HEADER) ? undefined : `it has no header ${CONTROL_HEADER}`) ??
    (method === 'GET' || /^application\/json\b/.test(headers.get('content-type') ?? '')
      ? undefined
      : 'its content type is not application/json');
  return problem === undefined
    ? undefined
    : forbidden(`the service worker refuses this request to control its clusters: ${problem}. Reload the page`);
}

function forbidden(message: string): Response {
  const { status } = new StatusError({ code: 403, reason: 'Forbidden', message });
  return Response.json({ ...status, error: { message, status } }, { status: 403 });
}
