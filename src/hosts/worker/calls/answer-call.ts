import { utf8Bytes } from '../../../api/encoding/utf8.ts';
import { errorText } from '../../../api/error-text.ts';
import { isRecord } from '../../../api/object.ts';
import { isStatus, type Status } from '../../../api/status.ts';
import type { ControlAnswer, ControlCall } from '../../browser/control-call.ts';
import { PACKAGE_VERSION } from '../../browser/package-version.ts';
import { RECEIVE } from '../../browser/socket-calls.ts';

/**
 * Runs a method for a page.
 * @param signal aborted when the page of a waiting call is closed
 * @throws what the method throws
 */
export type RunCall = (call: ControlCall, signal: AbortSignal) => Promise<unknown>;

/** Answers a page's call. Never rejects. */
export async function answerCall(request: Request, run: RunCall): Promise<Response> {
  const call = (await request.json()) as ControlCall;
  const gone = new AbortController();
  const answer = answerOf(call, (known) => run(known, gone.signal));
  return call.method === RECEIVE ? waitingResponse(answer, gone) : Response.json(await answer);
}

/** Returns a response whose head is sent immediately: browsers report a closed page only for a begun response. */
function waitingResponse(answer: Promise<ControlAnswer>, gone: AbortController): Response {
  const body = new ReadableStream({
    async pull(controller) {
      controller.enqueue(utf8Bytes(JSON.stringify(await answer)));
      controller.close();
    },
    cancel: () => gone.abort(),
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

async function answerOf(call: ControlCall, run: (call: ControlCall) => Promise<unknown>): Promise<ControlAnswer> {
  if (call.version !== PACKAGE_VERSION) return { version: PACKAGE_VERSION };
  try {
    return { result: await run(call) };
  } catch (error) {
    const status = statusOf(error);
    return { error: { message: errorText(error), ...(status ? { status } : {}) } };
  }
}

const statusOf = (error: unknown): Status | undefined =>
  isRecord(error) && isStatus(error.status) ? error.status : undefined;
