import { failureStatus } from '../../api/status.ts';
import { CONTROL_HEADER } from '../page/worker-messages.ts';

/** The parts of a request that show which page sent it, and how. */
export type SentRequest = Pick<Request, 'method' | 'mode' | 'headers' | 'referrer'>;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const isOfOtherOrigin = (address: string, origin: string): boolean =>
  URL.canParse(address) && new URL(address).protocol.startsWith('http') && new URL(address).origin !== origin;

/**
 * The ways in which pages of other origins can make a browser send requests. The worker receives navigations of any
 * page, but other requests only from its own pages, so most of these checks are redundant. Browsers currently show
 * workers no Sec-Fetch headers; any that they do show must agree.
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

/** Returns a 403 for a write to the API that was not sent by a script of the worker's origin; undefined for others. */
export function refuseForgedWrite(request: SentRequest, origin: string): Response | undefined {
  if (READS.has(request.method)) return undefined;
  const forgery = forgeryOf(request, origin);
  return forgery === undefined
    ? undefined
    : forbidden(
        `the service worker refuses this ${request.method}: ${forgery}. Send it with fetch from a page of ${origin}`,
      );
}

/** Returns a 403 for a control request that was not sent by a page of the worker; undefined for others. */
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
  const status = failureStatus({ code: 403, reason: 'Forbidden', message });
  return Response.json({ ...status, error: { message, status } }, { status: 403 });
}
