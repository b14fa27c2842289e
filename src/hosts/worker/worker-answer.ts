import { errorText } from '../../api/error-text.ts';
import { failureStatus } from '../../api/status.ts';
import { INERT_HEADERS } from '../../server/http/inert-headers.ts';
import { ANSWERED_BY } from '../page/worker-messages.ts';
import { delaysHead, withEarlyHead } from './early-head.ts';
import { withHeaderBytes } from './header-bytes.ts';
import { isWatch, limitWatch } from './limit-watch.ts';
import type { WorkerHandover } from './worker-handover.ts';

export interface AnswerOptions {
  readonly handover: Pick<WorkerHandover, 'isSuperseded'>;
  /** Whether the database was released to a newer worker. */
  readonly isReleased: boolean;
  /** Answers the request, opening the cluster if necessary. */
  readonly respond: (request: Request) => Promise<Response>;
}

/**
 * Answers a request to a cluster of this worker. Watches end before the browser ends them, and are not opened while a
 * newer worker is waiting. Never rejects: otherwise the request would fall through to the network.
 */
export async function answerInWorker(
  request: Request,
  url: URL,
  { handover, isReleased, respond }: AnswerOptions,
): Promise<Response> {
  try {
    const watching = isWatch(request, url);
    // Reopening the cluster would keep it from the newer worker for as long as this one lives.
    if (handover.isSuperseded() && (watching || isReleased)) return marked(comeAgain());
    const sent = withHeaderBytes(request);
    const response = await respond(watching ? limitWatch(sent, url) : sent);
    if (!watching) return marked(response);
    if (!handover.isSuperseded()) return marked(delaysHead(navigator.userAgent) ? withEarlyHead(response) : response);
    // The newer worker arrived while this watch was being opened.
    await response.body?.cancel();
    return marked(comeAgain());
  } catch (error) {
    return marked(failure(`could not open the cluster: ${errorText(error)}`));
  }
}

const comeAgain = (): Response => new Response(null, { status: 503, headers: { 'retry-after': '1' } });

function failure(message: string): Response {
  return Response.json(failureStatus({ message, reason: 'InternalError', code: 500 }), { status: 500 });
}

/**
 * Adds the header by which a page recognizes a worker's response, and headers that keep it from being active content. A
 * network error has no headers.
 */
export function marked(response: Response): Response {
  if (response.type === 'error') return response;
  const headers = new Headers(response.headers);
  headers.set(ANSWERED_BY, 'worker');
  for (const [name, value] of Object.entries(INERT_HEADERS)) headers.set(name, value);
  // The body becomes a stream: Chromium makes a Blob of a text, with which a page gets a sixth fewer writes answered.
  return new Response(response.body, { status: response.status, headers });
}
