import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Clock } from '../../src/api/environment.ts';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import { createServer, type Server } from '../../src/server/create-server.ts';
import { parseServerFlags } from '../../src/server/flags/server-flags.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { hostileRequest, type PlainRequest, recordedWrites, requestOf } from './hostile-requests.ts';
import { CONFORMANCE_FLAGS } from './scenarios.ts';

const REQUESTS = 20_000;
/**
 * The requests are the same in every run, so that only changes of the code can break the test. Another seed gives
 * others.
 */
const SEED = Number(process.env.FUZZ_SEED ?? 1);

/** Only requests may write: timers, such as the server's check of its own objects every ten seconds, never fire. */
const requestsOnly: Clock = {
  now: systemClock.now,
  after: (milliseconds, callback) =>
    milliseconds >= 10_000 ? () => undefined : systemClock.after(milliseconds, callback),
};

describe('any request of a client', () => {
  let server: Server;
  let storage: Storage;
  beforeAll(async () => {
    storage = await createMemoryStorage({ firstRevision: 300 });
    server = await createServer({
      storage,
      clock: requestsOnly,
      random: systemRandom,
      fetch: () => Promise.reject(new TypeError('nothing is reachable from here')),
      flags: parseServerFlags({ dialect: 'kubernetes', ...CONFORMANCE_FLAGS }),
    });
    for (const write of recordedWrites) await (await server.fetch(requestOf(write))).body?.cancel();
  });
  afterAll(() => server?.close());

  it(`gets a response below 500 or a complete Status, and a dry run stores nothing (${REQUESTS} requests)`, async () => {
    let revision = await storage.revision();
    await fc.assert(
      fc.asyncProperty(hostileRequest, async (plain: PlainRequest) => {
        const response = await server.fetch(requestOf(plain));
        if (response.status >= 400 && plain.method !== 'HEAD') await expectRefusal(response);
        else await response.body?.cancel();
        // Damaged delete options may have lost their dryRun, and a deletion may finish later.
        if (plain.method === 'DELETE' && response.ok && (await storage.revision()) !== revision) {
          await new Promise((resolve) => setTimeout(resolve, 50));
          revision = await storage.revision();
        }
        expect(await storage.revision()).toBe(revision);
      }),
      { numRuns: REQUESTS, seed: SEED, endOnFailure: process.env.FUZZ_SHRINK === undefined },
    );
  }, 300_000);
});

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
  // Patches that do not match the types.
  /failed to create typed patch object/,
  /failed to (convert new object|prune fields)/,
  /does not contain declared merge key/,
  /list element types are not identical/,
  /^yaml: /,
  /^unable to find api field in struct/,
  /doesn't match \$setElementOrder list/,
  /expected a \[\]interface/,
];

/** An error is a Status in the requested form; some paths respond with text or nothing. */
async function expectRefusal(response: Response): Promise<void> {
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  let message = text;
  if (/^application\/(json|yaml)/.test(type)) {
    const status = parse(text) as Readonly<Record<string, unknown>>;
    expect(status).toMatchObject({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: response.status });
    expect(status.message).toEqual(expect.any(String));
    message = String(status.message);
  }
  // 504: a version in the future.
  if (response.status < 500 || response.status === 504) return;
  expect(
    BLAMED_ON_THE_SERVER.some((pattern) => pattern.test(message)),
    message,
  ).toBe(true);
}
