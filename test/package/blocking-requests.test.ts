import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { STORED_WIDGET, WIDGET_DEFINITION, WORST_REQUESTS } from '../security/worst-requests.ts';

const NAMESPACE = '/api/v1/namespaces/default';
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';
const MEBIBYTE = 2 ** 20;

/** The longest processor time of the host for an answer in milliseconds: several times that of a warm host. */
const LONGEST_WORK = 10_000;

const pod = (quantity: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'web', image: 'web', resources: { requests: { cpu: quantity } } }] },
});

/** A handler that allocates memory without limit. */
const HOARDER = `export default () => { const all = []; for (;;) all.push(new Uint8Array(65536).fill(1)); };`;

/** A body that looks like the end of one response and a second one to a client that believes in a wrong length. */
const SPLIT = 'okHTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\ninjected';

describe('an installed Node host', () => {
  const cwd = inject('consumer');
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-blocking-'));
  const tokens = join(folder, 'tokens.csv');
  writeFileSync(tokens, 'administrator,admin,1,system:masters\n');
  const host = spawn(
    join(cwd, 'node_modules/.bin/tabplane'),
    ['serve', '--port', '0', '--dialect', 'kubernetes', '--token-auth-file', tokens],
    { cwd },
  );
  let url = '';

  const send = (method: string, path: string, body?: BodyInit, type = 'application/json') =>
    fetch(url + path, {
      method,
      headers: { authorization: 'Bearer administrator', 'content-type': type },
      ...(body === undefined ? {} : { body }),
    });
  const create = async (path: string, object: object) => {
    const answer = await send('POST', path, JSON.stringify(object));
    expect([path, answer.status, await answer.text()]).toEqual([path, 201, expect.anything()]);
  };

  /** Sends a request, and other requests until it is answered. Returns the answer and the host's processor time in ms. */
  async function attack(method: string, path: string, body?: BodyInit, type?: string) {
    let isAnswered = false;
    const start = workOf(host.pid);
    const answer = send(method, path, body, type)
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .finally(() => {
        isAnswered = true;
      });
    do {
      expect((await send('GET', '/readyz')).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 20));
    } while (!isAnswered);
    return { ...(await answer), work: workOf(host.pid) - start };
  }

  beforeAll(async () => {
    const [announcement] = await once(host.stdout, 'data');
    url = /http:\/\/[\d.]+:\d+/.exec(String(announcement))?.[0] ?? '';
    await create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', WIDGET_DEFINITION);
    await vi.waitFor(async () => expect((await send('GET', WIDGETS)).status).toBe(200), 30_000);
    await create(WIDGETS, STORED_WIDGET);
    await create(`${NAMESPACE}/serviceaccounts`, { metadata: { name: 'default' } });
  });
  afterAll(async () => {
    host.kill();
    await once(host, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['1e999999999', '1e999999999', 201],
    ['-1e999999999', '-1e999999999', 422],
    ['1e-999999999', '1e-999999999', 201],
    ['1e9223372036854775808', '1e9223372036854775808', 400],
    ['of a million digits', '9'.repeat(1_000_000), 400],
    ['of zeros and a letter', `${'0'.repeat(100_000)}x`, 400],
  ])('answers other requests while it reads the quantity %s', async (_, quantity, status) => {
    const { work, ...answer } = await attack('POST', `${NAMESPACE}/pods?dryRun=All`, JSON.stringify(pod(quantity)));
    expect(answer).toMatchObject({ status });
    expect(work).toBeLessThan(LONGEST_WORK);
  });

  it.each(WORST_REQUESTS.filter(({ named }) => named).map((request) => [request.class, request] as const))(
    'answers other requests during one with %s',
    async (_, { method, path, body, type, status, message = '' }) => {
      const { work, ...answer } = await attack(method, path, body(), type);
      expect(answer).toMatchObject({ status });
      expect(answer.text).toContain(message);
      expect(work).toBeLessThan(LONGEST_WORK);
    },
  );

  it('bounds the memory of sandboxed code over many calls', async () => {
    const annotations = { 'tabplane.dev/local-service': 'code' };
    await create(`${NAMESPACE}/configmaps`, { metadata: { name: 'code' }, data: { 'handler.js': HOARDER } });
    await create(`${NAMESPACE}/services`, {
      metadata: { name: 'hoarder', annotations },
      spec: { ports: [{ port: 80 }] },
    });
    const before = residentBytes(host.pid);
    for (let call = 0; call < 20; call++) {
      const { work, ...answer } = await attack('GET', `${NAMESPACE}/services/hoarder:80/proxy/`);
      expect(answer).toMatchObject({ status: 500, text: expect.stringContaining('out of memory') });
      expect(work).toBeLessThan(LONGEST_WORK);
    }
    expect(residentBytes(host.pid) - before).toBeLessThan(300 * MEBIBYTE);
  });

  it.each([
    ['content-length', '2'],
    ['transfer-encoding', 'chunked'],
    ['connection', 'content-length'],
    ['trailer', 'x-later'],
  ])('does not let a handler split its response with %s: %s', async (header, value) => {
    const answer = { headers: { [header]: value }, body: SPLIT };
    const handler = `export default () => (${JSON.stringify(answer)});`;
    const name = `splits-${header}`;
    await create(`${NAMESPACE}/configmaps`, { metadata: { name }, data: { 'handler.js': handler } });
    const annotations = { 'tabplane.dev/local-service': name };
    await create(`${NAMESPACE}/services`, { metadata: { name, annotations }, spec: { ports: [{ port: 80 }] } });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { authorization: 'Bearer administrator' };
    const get = (path: string) =>
      new Promise<string>((resolve, reject) => {
        request(url + path, { agent, headers }, (response) => resolve(text(response)))
          .on('error', reject)
          .end();
      });
    expect([await get(`${NAMESPACE}/services/${name}:80/proxy/`), await get('/livez')]).toEqual([SPLIT, 'ok']);
    agent.destroy();
  });
});

/** Returns the memory in use by a process, in bytes. */
function residentBytes(pid: number | undefined): number {
  const [, kibibytes] = /VmRSS:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

/** Milliseconds per tick of the processor time in /proc. */
const TICK = 10;

/** Returns the processor time of a process, in milliseconds. */
function workOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}
