import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { run } from '../../src/hosts/node/cli.ts';
import { type NodeHost, startNodeHost } from '../../src/hosts/node/node.ts';
import { identityHeaders } from '../../src/ui/state/stores/identity-store.ts';
import { CONFORMANCE_TOKENS } from '../conformance/scenarios.ts';

const headers = { authorization: 'Bearer admin-token' };

describe('the Node host', () => {
  let host: NodeHost;
  beforeAll(async () => {
    host = await startNodeHost({ port: 0, securePort: 0, flags: { 'token-auth-file': CONFORMANCE_TOKENS } });
  });
  afterAll(() => host.close());

  it('responds over HTTP and over HTTPS, with a certificate for its names', async () => {
    expect((await fetch(`${host.url}/version`)).status).toBe(200);
    const status = await new Promise((resolve, reject) => {
      https
        .get(`${host.secureUrl}/version`, { ca: host.certificate }, ({ statusCode }) => resolve(statusCode))
        .on('error', reject);
    });
    expect(status).toBe(200);
  });

  it('sends the reason phrases of HTTP', async () => {
    const statusOf = (path: string, init: RequestInit = { headers }) =>
      fetch(`${host.url}${path}`, init).then(({ status, statusText }) => `${status} ${statusText}`);
    expect(await statusOf('/version')).toBe('200 OK');
    expect(await statusOf('/api/v1/namespaces/absent')).toBe('404 Not Found');
    expect(await statusOf('/api/v1/nodes', {})).toBe('403 Forbidden');
    expect(await statusOf('/api/v1/configmaps?watch=1&timeoutSeconds=1')).toBe('200 OK');
  });

  it('combines repeated headers', async () => {
    const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' });
    const review = await new Promise<string>((resolve, reject) => {
      const request = http.request(`${host.url}/apis/authentication.k8s.io/v1/selfsubjectreviews`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'impersonate-user': 'carol',
          'impersonate-group': ['one', 'two'],
        },
      });
      request.on('error', reject).on('response', async (response) => resolve(await text(response)));
      request.end(body);
    });
    expect(JSON.parse(review).status.userInfo).toMatchObject({
      username: 'carol',
      groups: ['one', 'two', 'system:authenticated'],
    });
  });

  it('decodes the name of an impersonated user as UTF-8', async () => {
    const identity = { type: 'user', name: 'Žofie', groups: [] } as const;
    const answer = await fetch(`${host.url}/api/v1/pods`, { headers: identityHeaders('admin-token', identity) });
    expect((await answer.json()).message).toContain('User "Žofie" cannot list');
  });

  it('compresses large responses for clients that accept it', async () => {
    const data = { text: 'x'.repeat(200_000) };
    const path = `${host.url}/api/v1/namespaces/default/configmaps`;
    const body = JSON.stringify({ metadata: { name: 'large' }, data });
    await fetch(path, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body });
    const read = (encoding: string) =>
      new Promise<http.IncomingMessage>((resolve, reject) => {
        const options = { headers: { ...headers, 'accept-encoding': encoding } };
        http.get(`${path}/large`, options, resolve).on('error', reject);
      });
    const zipped = await read('gzip');
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(JSON.parse(await text(zipped.pipe(createGunzip())))).toMatchObject({ data });
    const plain = await read('identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(await text(plain))).toMatchObject({ data });
  });

  it('writes the audit log that a policy configures', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tabplane-audit-'));
    const [policy, log] = [join(folder, 'policy.yaml'), join(folder, 'audit.log')];
    writeFileSync(policy, 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata}]\n');
    const served = await run(['serve', '--port', '0', '--audit-policy-file', policy, '--audit-log-path', log]);
    if (typeof served === 'number') throw new Error('the server did not start');
    await fetch(`${served.url}/healthz`);
    await served.close();
    const events = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    rmSync(folder, { recursive: true });
    expect(events).toMatchObject([
      { stage: 'RequestReceived', requestURI: '/healthz', user: { username: 'system:anonymous' } },
      { stage: 'ResponseComplete', responseStatus: { code: 200 } },
    ]);
  });

  it('closes the stream of a client that disconnects', async () => {
    // The watch of another test lasts for a second.
    await expect.poll(() => host.server.openStreams).toBe(0);
    const request = http.get(`${host.url}/api/v1/configmaps?watch=1`, { headers });
    await new Promise((resolve) => request.on('response', resolve));
    expect(host.server.openStreams).toBe(1);
    request.on('error', () => undefined).destroy();
    await expect.poll(() => host.server.openStreams).toBe(0);
  });
});

describe('the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-cli-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Returns the result of a command and its output. */
  async function output(args: readonly string[]): Promise<{ result: number | NodeHost; out: string; err: string }> {
    const printed = { out: '', err: '' };
    const collect = (stream: NodeJS.WriteStream, name: 'out' | 'err') =>
      vi.spyOn(stream, 'write').mockImplementation((data) => {
        printed[name] += data;
        return true;
      });
    const spies = [collect(process.stdout, 'out'), collect(process.stderr, 'err')];
    const result = (await run(args)) as number | NodeHost;
    for (const spy of spies) spy.mockRestore();
    return { result, ...printed };
  }

  it.each([
    ['an unknown flag', ['serve', '--prot', '80'], "Unknown option '--prot'"],
    ['an invalid port', ['serve', '--port', 'x'], '--port takes a port number, not x'],
    ['an unknown dialect', ['serve', '--dialect', 'latin'], '--dialect must be cluster or kubernetes, not latin'],
    ['an invalid boolean', ['serve', '--anonymous-auth', 'maybe'], '--anonymous-auth takes true or false'],
    ['a missing file', ['serve', '--token-auth-file', '/nowhere'], '--token-auth-file: there is no file /nowhere'],
    ['a key without its certificate', ['serve', '--tls-private-key-file', 'k'], 'must be set together'],
    ['an unknown command', ['server'], 'unknown command server'],
  ])('reports %s', async (_, args, message) => {
    const { result, err } = await output(args);
    expect(result).toBe(2);
    expect(err).toContain(message);
    expect(err.trim().split('\n').length).toBeLessThan(3);
  });

  it('reports a port that is in use', async () => {
    const other = await startNodeHost({ port: 0 });
    const { result, err } = await output(['serve', '--port', new URL(other.url ?? '').port]);
    await other.close();
    expect(result).toBe(1);
    expect(err).toContain('is in use');
  });

  it('shows its help', async () => {
    expect(await output(['--help'])).toMatchObject({ result: 0, out: expect.stringContaining('tabplane serve') });
  });

  it('writes a working kubeconfig', async () => {
    const file = join(folder, 'kubeconfig');
    const { result } = await output(['serve', '--port', '0', '--kubeconfig', file]);
    const config = parse(readFileSync(file, 'utf8'));
    const { server } = config.clusters[0].cluster;
    const answer = await fetch(`${server}/api/v1/namespaces`, {
      headers: { authorization: `Bearer ${config.users[0].user.token}` },
    });
    expect(answer.status).toBe(200);
    if (typeof result === 'object') await result.close();
  });
});
