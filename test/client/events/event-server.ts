import { vi } from 'vitest';
import { createApiClient } from '../../../src/client/api-client.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';
import { noRandom } from '../scripted-server.ts';

/** The fields that tests read of events of both groups. */
export interface StoredEvent {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly [field: string]: unknown;
}

const failure = (code: number, reason: string, details: object = {}): Response =>
  Response.json({ kind: 'Status', status: 'Failure', code, reason, message: reason, details }, { status: code });

/** Returns a server that keeps events in memory, and the options of a recorder that writes to it. */
export function openEventServer() {
  const stored = new Map<string, StoredEvent>();
  const requests: string[] = [];
  /** Responses to the next requests. A string breaks the connection with that message. */
  const next: (Response | string)[] = [];
  const clock = new ManualClock();
  const reportProblem = vi.fn();
  const client = createApiClient({
    baseUrl: 'http://server',
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      requests.push(`${request.method} ${pathname}`);
      const answer = next.shift();
      if (typeof answer === 'string') throw new TypeError(answer);
      if (answer) return answer;
      const body = (await request.json()) as StoredEvent;
      const name = request.method === 'POST' ? body.metadata.name : (pathname.split('/').at(-1) ?? '');
      const known = stored.get(name);
      if (request.method === 'POST' ? known : !known)
        return known ? failure(409, 'AlreadyExists') : failure(404, 'NotFound');
      stored.set(name, { ...known, ...body });
      return Response.json(stored.get(name));
    },
  });
  const events = (): StoredEvent[] => [...stored.values()];
  return {
    stored,
    events,
    requests,
    next,
    clock,
    reportProblem,
    options: { client, clock, random: noRandom, reportProblem },
  };
}

export const rejection = failure;
