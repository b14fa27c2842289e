import { DEBUG_API_VERSION } from '../../../api/debug/access-explanation.ts';
import { goJson } from '../../../api/encoding/go-json.ts';
import { utf8Bytes } from '../../../api/encoding/utf8.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { apiResponse } from '../../../api/messages/api-response.ts';
import { parseFieldSelector } from '../../../api/selectors/field-selector.ts';
import { badRequest, expired, notFound } from '../../../api/status.ts';
import type { Call } from '../../context/call.ts';
import { asBadRequest } from '../../http/list-options.ts';
import { jsonResponse } from '../../http/responses.ts';
import type { KeptTrace, RecentTraces, TraceListener } from '../../observe/traces/recent-traces.ts';
import { WatchStream } from '../../read/watch-stream.ts';
import type { DebugResource } from './debug-resource.ts';

/** Recent request traces, always as JSON. */
export const requestTraces: DebugResource = {
  name: 'requesttraces',
  singularName: 'requesttrace',
  kind: 'RequestTrace',
  verbs: { get, list, watch },
};

const GROUP_RESOURCE = { group: DEBUG_API_VERSION.split('/')[0] ?? '', resource: requestTraces.name };

async function get(call: Call): Promise<ApiResponse> {
  const { name } = call.info;
  await call.server.traces?.complete();
  const trace = call.server.traces?.get(name);
  if (!trace) throw notFound(GROUP_RESOURCE, name);
  return jsonResponse(200, trace.json());
}

async function list({ server: { traces }, url }: Call): Promise<ApiResponse> {
  const isSelected = selectionOf(url);
  await traces?.complete();
  const items = (traces?.list() ?? []).filter(isSelected).map((trace) => trace.json());
  const head = { kind: 'RequestTraceList', apiVersion: DEBUG_API_VERSION };
  const metadata = JSON.stringify({ resourceVersion: String(traces?.revision ?? 0) });
  return jsonResponse(200, `${JSON.stringify(head).slice(0, -1)},"metadata":${metadata},"items":[${items.join(',')}]}`);
}

/** Returns the filter of the request's field selector. @throws StatusError 400 */
function selectionOf({ searchParams }: Call['url']): (trace: KeptTrace) => boolean {
  const selector = asBadRequest(() => parseFieldSelector(searchParams.get('fieldSelector') ?? ''));
  const unknown = selector.requirements.find(({ field }) => !(field in SELECTABLE));
  if (unknown) throw badRequest(`field label not supported: ${unknown.field}`);
  return (trace) => selector.matches((field) => SELECTABLE[field]?.(trace) ?? '');
}

const SELECTABLE: Readonly<Record<string, (trace: KeptTrace) => string>> = {
  'metadata.name': ({ name }) => name,
  auditID: ({ auditID }) => auditID,
};

/** A watch without timeoutSeconds ends after half an hour. */
const DEFAULT_TIMEOUT_SECONDS = 1800;
/**
 * The prefix under which the watch hub tracks these watches, so that it ends them with all others. No objects are
 * stored there.
 */
const PREFIX = '/debug/requesttraces/';

async function watch({ server, url, request }: Call): Promise<ApiResponse> {
  const isSelected = selectionOf(url);
  const { traces, clock, watches } = server;
  await traces?.complete();
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
  const from = Number(url.searchParams.get('resourceVersion'));
  if (traces) stops.push(follow(traces, { from, isSelected }, stream));
  if (traces && url.searchParams.get('includeReads') === 'true') stops.push(traces.followReads());
  return apiResponse(200, stream.chunks, { 'content-type': 'application/json' });
}

interface Following {
  /** Sends traces after this revision; 0: all retained traces. */
  readonly from: number;
  readonly isSelected: (trace: KeptTrace) => boolean;
}

/** Sends the traces after a revision and all new ones. Returns a function that stops it. */
function follow(traces: RecentTraces, { from, isSelected }: Following, stream: WatchStream): () => void {
  const event = (type: 'ADDED' | 'DELETED', trace: KeptTrace) => eventLine(type, trace.json());
  if (from > 0 && from < traces.oldestRevision) {
    const { status } = expired(`too old resource version: ${from} (${traces.oldestRevision})`);
    stream.end(eventLine('ERROR', goJson(status)));
    return () => undefined;
  }
  const missed = traces.list().filter((trace) => trace.revision > from && isSelected(trace));
  stream.send(
    missed.map((trace) => event('ADDED', trace)),
    false,
  );
  const listener: TraceListener = (type, trace) => {
    if (isSelected(trace)) stream.send([event(type, trace)]);
  };
  return traces.listen(listener);
}

const eventLine = (type: string, json: string): Uint8Array => utf8Bytes(`{"type":"${type}","object":${json}}\n`);
