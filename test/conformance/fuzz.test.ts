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
/** The same requests in every run, so that a red run is the change's fault; another seed walks elsewhere. */
const SEED = Number(process.env.FUZZ_SEED ?? 1);

/** Only requests may write here: the server looks after its own objects every ten seconds, so such timers never fire. */
const requestsOnly: Clock = {
  now: systemClock.now,
  after: (milliseconds, callback) =>
    milliseconds >= 10_000 ? () => undefined : systemClock.after(milliseconds, callback),
};

describe('whatever a client sends', () => {
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

  it(`is answered below 500, refusals with a whole Status, and nothing is stored (${REQUESTS} requests)`, async () => {
    let revision = await storage.revision();
    await fc.assert(
      fc.asyncProperty(hostileRequest, async (plain: PlainRequest) => {
        const response = await server.fetch(requestOf(plain));
        if (response.status >= 400 && plain.method !== 'HEAD') await expectRefusal(response);
        else await response.body?.cancel();
        // The options of a delete may have lost their dryRun; what it began is ended later.
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

/** What the real server blames on itself although the client is at fault, as the recordings show; we answer as it does. */
const BLAMED_ON_THE_SERVER = [
  /without impersonating a user/,
  /resourceVersion: Invalid value/,
  /strconv\.ParseUint: /,
  /required revision is a future revision/,
  /Component not found: /,
  /target\.(kind|name): /,
  /resourceVersion should not be set on objects to be created/,
  // The options of a delete, read before anything judges them.
  /couldn't get version\/kind; json parse error/,
  /no kind ".*" is registered for version "/,
  /json: cannot unmarshal \w+ into Go struct field (DeleteOptions|Preconditions)\./,
  /does not appear to be a protobuf message/,
  /^proto: |unexpected EOF/,
  // Patches that do not fit the types.
  /failed to create typed patch object/,
  /failed to (convert new object|prune fields)/,
  /does not contain declared merge key/,
  /list element types are not identical/,
  /^yaml: /,
  /^unable to find api field in struct/,
  /doesn't match \$setElementOrder list/,
  /expected a \[\]interface/,
];

/** A refusal is a Status in the form that was asked for; some paths know no forms and answer with text or nothing. */
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
  // 504: a version that is yet to come.
  if (response.status < 500 || response.status === 504) return;
  expect(
    BLAMED_ON_THE_SERVER.some((pattern) => pattern.test(message)),
    message,
  ).toBe(true);
}
