import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { parse } from 'yaml';
import type { Clock } from '../../src/api/environment.ts';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import { createServer } from '../../src/server/create-server.ts';
import { parseServerFlags } from '../../src/server/flags/server-flags.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { hostileRequest, type PlainRequest, recordedWrites, requestOf } from './hostile-requests.ts';
import { CONFORMANCE_FLAGS } from './scenarios.ts';

const MIB = 2 ** 20;

/**
 * The most that a request may take: processor time in milliseconds, and memory in bytes. The time is four times what
 * docs/reliability.md states for an idle machine, because other programs share the caches and the memory.
 */
const BUDGET = { time: 4 * 250, memory: 256 * MIB };

/** Allowed growth of the live memory after the first batch, in bytes. The server keeps traces of 500 requests. */
const ALLOWED_GROWTH = 60 * MIB;

/** Requests between two measurements of the live memory. */
const BATCH = 10_000;

/** Failures after which the run ends. */
const MOST_FAILURES = 20;

/** Only requests may write: timers, such as the server's check of its own objects every ten seconds, never fire. */
const requestsOnly: Clock = {
  now: systemClock.now,
  after: (milliseconds, callback) =>
    milliseconds >= 10_000 ? () => undefined : systemClock.after(milliseconds, callback),
};

export interface FuzzOptions {
  readonly requests: number;
  /** The requests of a seed are the same in every run. */
  readonly seed: number;
  /** Called with a line about each batch. */
  readonly report?: (line: string) => void;
}

export interface FuzzOutcome {
  readonly sent: number;
  /** The number of answers by status code. */
  readonly statuses: Readonly<Record<number, number>>;
  /** The longest processor time of a request in milliseconds, and that request. */
  readonly longest: number;
  readonly slowest: string;
  /** Live memory after the first and the last batch, in bytes. */
  readonly memory: readonly [first: number, last: number];
  readonly failures: readonly string[];
}

/**
 * Sends damaged recorded requests to a server in this process. A failure is an undue server error, an error that is not
 * a complete Status, a dry run that stores something, or a request beyond its budget.
 */
export async function fuzzServer({ requests, seed, report = () => undefined }: FuzzOptions): Promise<FuzzOutcome> {
  const storage = await createMemoryStorage({ firstRevision: 300 });
  const server = await createServer({
    storage,
    clock: requestsOnly,
    random: systemRandom,
    fetch: () => Promise.reject(new TypeError('nothing is reachable from here')),
    flags: parseServerFlags({ dialect: 'kubernetes', ...CONFORMANCE_FLAGS }),
  });
  for (const write of recordedWrites) await (await server.fetch(requestOf(write))).body?.cancel();
  const statuses: Record<number, number> = {};
  const failures: string[] = [];
  let sent = 0;
  let longest = 0;
  let slowest = '';
  let memory: readonly [number, number] | undefined;
  let revision = await storage.revision();
  // Measuring takes as long as many a request, so the end of one request is the start of the next.
  let processor = process.cpuUsage();
  let heap = usedHeap();

  async function check(plain: PlainRequest): Promise<string | undefined> {
    const response = await server.fetch(requestOf(plain));
    const text = await endOf(response, plain);
    const before = { processor, heap };
    processor = process.cpuUsage();
    heap = usedHeap();
    const time = (processor.user + processor.system - before.processor.user - before.processor.system) / 1000;
    if (time > longest) {
      longest = time;
      slowest = shown(plain);
    }
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    // Damaged delete options may have lost their dryRun, and a deletion may finish later.
    if (plain.method === 'DELETE' && response.ok && (await storage.revision()) !== revision) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      revision = await storage.revision();
    }
    const stored = await storage.revision();
    if (stored !== revision) {
      revision = stored;
      return 'a dry run has stored something';
    }
    if (time > BUDGET.time) return `it took ${Math.round(time)} ms`;
    const grown = heap - before.heap;
    if (grown > BUDGET.memory) return `it took ${Math.round(grown / MIB)} MiB`;
    return text === undefined ? undefined : undueRefusal(response, text);
  }

  while (sent < requests && failures.length < MOST_FAILURES) {
    const batch = Math.min(BATCH, requests - sent);
    const plains = fc.sample(hostileRequest, { seed: seed + sent / BATCH, numRuns: batch });
    processor = process.cpuUsage();
    heap = usedHeap();
    for (const plain of plains) {
      const problem = await check(plain).catch((error: unknown) => `no answer: ${String(error)}`);
      if (problem) failures.push(`${problem}: ${shown(plain)}`);
    }
    sent += batch;
    const live = liveMemory();
    memory = [memory?.[0] ?? live, live];
    report(`${sent} sent, ${Math.round(live / MIB)} MiB in use, longest ${Math.round(longest)} ms`);
    if (live - memory[0] > ALLOWED_GROWTH)
      failures.push(`the server has grown by ${Math.round((live - memory[0]) / MIB)} MiB`);
  }
  await server.close();
  return { sent, statuses, longest, slowest, memory: memory ?? [0, 0], failures };
}

/** Memory of the heap that is in use, in bytes. */
const usedHeap = (): number => getHeapStatistics().used_heap_size;

/** The start of a request, for a report. */
const shown = ({ method, path, headers, body }: PlainRequest): string =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers)} ${String(body ?? '').slice(0, 1000)}`;

/** Returns the text of an error, and cancels other bodies, because a watch does not end. */
async function endOf(response: Response, { method }: PlainRequest): Promise<string | undefined> {
  if (response.status >= 400 && method !== 'HEAD') return response.text();
  await response.body?.cancel();
  return undefined;
}

/** Client mistakes that the real server answers with 500, as the recordings show. So do we. */
const BLAMED_ON_THE_SERVER = [
  /without impersonating a user/,
  /resourceVersion: Invalid value/,
  /strconv\.ParseUint: /,
  /required revision is a future revision/,
  // Of paths that name no resource where they should.
  /failed to create RequestInfo: /,
  /Component not found: /,
  // Of nodes, pods and aggregated APIs that cannot be reached.
  /^error (trying to reach service|dialing backend): /,
  /^service unavailable\n$/,
  /conversion webhook for \S+, Kind=\w+ failed: /,
  /target\.(kind|name): /,
  /resourceVersion should not be set on objects to be created/,
  // Delete options, which are decoded before anything validates them.
  /couldn't get version\/kind; json parse error/,
  /no kind ".*" is registered for version "/,
  /json: cannot unmarshal \w+ into Go struct field (DeleteOptions|Preconditions)\./,
  /does not appear to be a protobuf message/,
  /^proto: |unexpected EOF/,
  // Custom resources without replicas.
  /the spec replicas field "\S+" does not exist/,
  // Patches that do not match the types.
  /failed to create typed patch object/,
  /failed to (convert new object|prune fields)/,
  /does not contain declared merge key/,
  /list element types are not identical/,
  /^unknown patch type: /,
  /^yaml: /,
  /^unable to find api field in struct/,
  /doesn't match \$setElementOrder list/,
  /expected a \[\]interface/,
];

/** Returns why an error is undue; undefined for a Status in the requested form, or the text of the paths that have one. */
function undueRefusal({ status, headers }: Response, text: string): string | undefined {
  const type = headers.get('content-type') ?? '';
  let message = text;
  if (/^application\/(json|yaml)/.test(type)) {
    const found = (type.includes('json') ? JSON.parse(text) : parse(text)) as Readonly<Record<string, unknown>>;
    const isComplete =
      found?.kind === 'Status' && found.apiVersion === 'v1' && found.status === 'Failure' && found.code === status;
    if (!isComplete || typeof found.message !== 'string') return `an error that is not a Status, ${text.slice(0, 300)}`;
    message = found.message;
  }
  // 504: a version in the future.
  if (status < 500 || status === 504 || BLAMED_ON_THE_SERVER.some((pattern) => pattern.test(message))) return undefined;
  return `it was answered with ${status}, ${message.slice(0, 300)}`;
}

/** Collects garbage, and returns the memory that is in use, in bytes. */
function liveMemory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
