import { errorText } from '../../../api/error-text.ts';
import { isRecord } from '../../../api/object.ts';
import { isStatus, type Status } from '../../../api/status.ts';
import type { ControlAnswer, ControlCall } from '../../browser/control-call.ts';
import { PACKAGE_VERSION } from '../../browser/package-version.ts';

/** Runs a method for a page. @throws what the method throws */
export type RunCall = (call: ControlCall) => Promise<unknown>;

/** Answers a call of a page. Never rejects. */
export async function answerCall(request: Request, run: RunCall): Promise<Response> {
  return Response.json(await answerOf((await request.json()) as ControlCall, run));
}

async function answerOf(call: ControlCall, run: RunCall): Promise<ControlAnswer> {
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
