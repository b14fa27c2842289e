import { expired, notFound } from '../../../api/status.ts';
import { utf8Bytes } from '../../../api/utf8.ts';
import type { Call } from '../../call.ts';
import { jsonResponse } from '../../responses.ts';
import type { KeptTrace, RequestTraces, TraceListener } from '../../traces/request-traces.ts';
import { WatchStream } from '../../watch-stream.ts';
import { DEBUG_API_VERSION, type DebugResource } from './debug-resource.ts';

/** How did the answers to the newest requests come about? Always JSON. */
export const requestTraces: DebugResource = {
  name: 'requesttraces',
  singularName: 'requesttrace',
  kind: 'RequestTrace',
  verbs: { get, list, watch },
};

const GROUP_RESOURCE = { group: DEBUG_API_VERSION.split('/')[0] ?? '', resource: requestTraces.name };

async function get(call: Call): Promise<Response> {
  const { name } = call.info;
  const trace = call.server.traces?.get(name);
  if (!trace) throw notFound(GROUP_RESOURCE, name);
  return jsonResponse(200, trace.json());
}

async function list({ server: { traces } }: Call): Promise<Response> {
  const items = (traces?.list() ?? []).map((trace) => trace.json());
  const head = { kind: 'RequestTraceList', apiVersion: DEBUG_API_VERSION };
  const metadata = JSON.stringify({ resourceVersion: String(traces?.revision ?? 0) });
  return jsonResponse(200, `${JSON.stringify(head).slice(0, -1)},"metadata":${metadata},"items":[${items.join(',')}]}`);
}

/** A watch without timeoutSeconds ends after half an hour. */
const DEFAULT_TIMEOUT_SECONDS = 1800;
/** Where the hub of watches keeps it, so that it ends with all others: nothing is stored below. */
const PREFIX = '/debug/requesttraces/';

async function watch({ server, url, request }: Call): Promise<Response> {
  const { traces, clock, watches } = server;
  const stops: (() => void)[] = [];
  const stream = new WatchStream(() => {
    for (const stop of stops) stop();
  });
  const close = () => stream.end();
  const seconds = Number(url.searchParams.get('timeoutSeconds')) || DEFAULT_TIMEOUT_SECONDS;
  request.signal.addEventListener('abort', close, { once: true });
  stops.push(watches.add(PREFIX, { changed: () => undefined, close }), clock.after(seconds * 1000, close), () =>
    request.signal.removeEventListener('abort', close),
  );
  if (traces) stops.push(follow(traces, Number(url.searchParams.get('resourceVersion')), stream));
  return new Response(stream.body, { headers: { 'content-type': 'application/json' } });
}

/** Sends what is newer than a revision (0: all that is kept), and all that comes. Returns how to stop. */
function follow(traces: RequestTraces, from: number, stream: WatchStream): () => void {
  const event = (type: 'ADDED' | 'DELETED', trace: KeptTrace) => eventLine(type, trace.json());
  if (from > 0 && from < traces.oldestRevision) {
    const { status } = expired(`too old resource version: ${from} (${traces.oldestRevision})`);
    stream.end(eventLine('ERROR', JSON.stringify(status)));
    return () => undefined;
  }
  const missed = traces.list().filter(({ revision }) => revision > from);
  stream.send(
    missed.map((trace) => event('ADDED', trace)),
    false,
  );
  const listener: TraceListener = (type, trace) => stream.send([event(type, trace)]);
  return traces.listen(listener);
}

const eventLine = (type: string, json: string): Uint8Array => utf8Bytes(`{"type":"${type}","object":${json}}\n`);
