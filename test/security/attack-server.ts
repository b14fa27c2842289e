import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { ADMIN, type ChildServer, startChildServer } from './child-server.ts';
import { bodies } from './generators/bodies.ts';
import { spdyFrames, webSocketFrames } from './generators/frames.ts';
import { patterns } from './generators/patterns.ts';
import { quantities } from './generators/quantities.ts';
import { upgradeRequests } from './generators/upgrades.ts';
import { yamlTexts } from './generators/yaml.ts';
import { LONGEST_DELAY } from './longest-turn.mjs';
import { sendRaw } from './raw-http.ts';

/** Allowed growth of the server's live memory after its first rounds, in bytes. */
const ALLOWED_GROWTH = 60 * 1024 * 1024;

/** Rounds of attacks between measurements of live memory, and before the first one, because 500 traces are kept. */
const MEASURED_ROUNDS = 10;
const WARM_ROUNDS = 80;

/** A kind of attack. */
interface Attack {
  readonly name: string;
  /** Sends the attack for `seed`. Returns the sent text, and the status of the answer if there is one. */
  send(server: ChildServer, seed: number): Promise<{ readonly sent: string; readonly status: number | undefined }>;
}

/** An attack that generates one value of an arbitrary. */
const attack = <T>(
  name: string,
  arbitrary: fc.Arbitrary<T>,
  send: (server: ChildServer, value: T) => Promise<number | undefined>,
): Attack => ({
  name,
  async send(server, seed) {
    const [value] = fc.sample(arbitrary, { seed, numRuns: 1 });
    return { sent: fc.stringify(value), status: await send(server, value as T) };
  },
});

async function post(server: ChildServer, path: string, body: string, type = 'application/json'): Promise<number> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { ...ADMIN, 'content-type': type },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps?dryRun=All';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All';

const upgraded = (protocol: string): string =>
  `GET /api/v1/pods?watch=1 HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\nOrigin: http://localhost\r\nAuthorization: ${ADMIN.authorization}\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n`;

const sendFrames = async (server: ChildServer, protocol: string, frames: readonly Buffer[]) =>
  (await sendRaw(server.port, Buffer.concat([Buffer.from(upgraded(protocol)), ...frames]), () => true)).status;

const ATTACKS: readonly Attack[] = [
  attack('upgrades', upgradeRequests, async ({ port }, bytes) => (await sendRaw(port, bytes, () => true)).status),
  attack('bodies', bodies, (server, body) => post(server, CONFIG_MAPS, body)),
  attack('quantities', quantities, (server, quantity) =>
    post(
      server,
      '/api/v1/namespaces/default/resourcequotas?dryRun=All',
      JSON.stringify({ metadata: { generateName: 'a-' }, spec: { hard: { 'requests.cpu': quantity } } }),
    ),
  ),
  attack('patterns', patterns, ({ ...server }, { pattern, text }) =>
    post(server, DEFINITIONS, JSON.stringify(definitionWith(pattern, text))),
  ),
  attack('YAML', yamlTexts, (server, text) => post(server, CONFIG_MAPS, text, 'application/yaml')),
  attack('WebSocket frames', webSocketFrames, (server, frames) => sendFrames(server, 'websocket', frames)),
  attack('SPDY frames', spdyFrames, (server, frames) => sendFrames(server, 'SPDY/3.1', frames)),
];

/** A definition whose default value must match its pattern. */
function definitionWith(pattern: string, text: string): object {
  const names = { plural: 'as', singular: 'a', kind: 'A', listKind: 'AList' };
  const field = { type: 'string', pattern, default: text };
  const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object', properties: { field } } } };
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } };
  const spec = { group: 'attack.test', scope: 'Namespaced', names, versions: [version] };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'as.attack.test' },
    spec,
  };
}

/** The effects of the attacks of one kind. */
export interface Figures {
  readonly name: string;
  readonly sent: number;
  /** The longest delay of the server's event loop, in milliseconds, and the attack that caused it. */
  readonly delay: number;
  readonly slowest: string;
  /** Memory of the process after the last attack, in MB. */
  readonly megabytes: number;
}

export interface Outcome {
  readonly figures: readonly Figures[];
  readonly failures: readonly string[];
}

/**
 * Sends generated attacks to a server in a child process for some seconds. Reports as failures that the server
 * exits, answers with an undue server error, blocks its event loop or grows.
 */
export async function attackServer(
  seconds: number,
  firstSeed: number,
  report = (_: string): void => undefined,
): Promise<Outcome> {
  const server = await startChildServer();
  const failures: string[] = [];
  const figures = new Map<string, Figures>();
  let atFirst = 0;
  try {
    const end = performance.now() + seconds * 1000;
    for (let seed = firstSeed; performance.now() < end && server.exit() === undefined; seed++) {
      for (const each of ATTACKS) {
        const problem = await attempt(server, each, seed, figures);
        if (problem) failures.push(`${each.name} with seed ${seed}: ${problem}`);
      }
      if (seed % 100 === 0) report([...figures.values()].map(lineOf).join('\n'));
      if (server.exit() === undefined && seed - firstSeed >= WARM_ROUNDS && seed % MEASURED_ROUNDS === 0) {
        const live = await server.liveMemory();
        atFirst ||= live;
        report(`after ${seed - firstSeed} rounds ${megabytes(live)} MB are in use`);
        if (live - atFirst > ALLOWED_GROWTH) failures.push(`the server has grown by ${megabytes(live - atFirst)} MB`);
      }
      if (failures.length > 20) break;
    }
  } finally {
    await server.stop();
  }
  return { figures: [...figures.values()], failures };
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

/** Returns a line with the figures of a kind of attack. */
export const lineOf = ({ name, sent, delay, megabytes: memory, slowest }: Figures): string =>
  `${name}: ${sent} sent, longest delay ${Math.round(delay)} ms by ${slowest.slice(0, 80)}, ${memory} MB`;

async function attempt(server: ChildServer, { name, send }: Attack, seed: number, figures: Map<string, Figures>) {
  await server.usage();
  const answer = await send(server, seed).catch((error: unknown) => ({ sent: String(error), status: undefined }));
  const { rss, delay } = await server.usage();
  if (server.exit() !== undefined) return `the server has ended, ${server.exit()}, after ${answer.sent.slice(0, 500)}`;
  const before = figures.get(name);
  const isSlowest = !before || delay > before.delay;
  figures.set(name, {
    name,
    sent: (before?.sent ?? 0) + 1,
    delay: isSlowest ? delay : before.delay,
    slowest: isSlowest ? answer.sent : before.slowest,
    megabytes: megabytes(rss),
  });
  if ((answer.status ?? 0) >= 500) return `it was answered with ${answer.status}: ${answer.sent.slice(0, 500)}`;
  return delay > LONGEST_DELAY
    ? `it delayed the server by ${Math.round(delay)} ms: ${answer.sent.slice(0, 500)}`
    : undefined;
}
