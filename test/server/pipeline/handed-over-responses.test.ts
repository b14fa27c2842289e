import { afterAll, describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/api/environment.ts';
import type { ApiRequest } from '../../../src/api/messages/api-messages.ts';
import { responseText } from '../../../src/api/messages/body-text.ts';
import { HeaderList } from '../../../src/api/messages/header-list.ts';
import { createWholeServer } from '../whole-server.ts';

const PODS = '/api/v1/namespaces/default/pods';
const POD = { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const USER = { username: 'system:kube-scheduler', groups: ['system:masters', 'system:authenticated'] };
/** A clock that stands still. */
const clock: Clock = {
  now: () => Date.UTC(2026, 0, 1),
  after: (milliseconds, callback) => {
    if (milliseconds === 0) setTimeout(callback, 0);
    return () => undefined;
  },
};

describe('a response to a client that takes objects', async () => {
  const drawn: number[] = [];
  const { server, get, post } = await createWholeServer({
    clock,
    random: {
      bytes(count) {
        drawn.push(count);
        return crypto.getRandomValues(new Uint8Array(count));
      },
    },
  });
  afterAll(() => server.close());
  await post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  await post(PODS, POD);
  /** Sends a request as a component. Only its first requests in a second are traced. */
  const take = (target: string, { method = 'GET', ...given }: Partial<ApiRequest> = {}) => {
    const { signal } = new AbortController();
    const request = { method, origin: 'http://cluster', target, headers: new HeaderList(), body: undefined, signal };
    return server.answer({ ...request, takesObjects: true, ...given }, { user: USER });
  };

  test('has the headers of a response to any other client', async () => {
    const taken = await take(`${PODS}/a`);
    const sent = await get(`${PODS}/a`);
    expect(taken.body?.kind).toBe('shared');
    const withoutId = ({ headers }: { headers: Iterable<[string, string]> }) =>
      [...headers].filter(([name]) => name !== 'audit-id');
    expect(withoutId(taken).map(([name]) => name)).toContain('x-kubernetes-pf-flowschema-uid');
    expect(withoutId(taken)).toEqual(withoutId(sent));
    expect(taken.headers.get('audit-id')).toMatch(/^[0-9a-f]{8}-/);
  });

  test('has the audit ID of the request', async () => {
    const { headers } = await take(`${PODS}/a`, { headers: new HeaderList({ 'audit-id': 'mine' }) });
    expect(headers.get('audit-id')).toBe('mine');
  });

  test('generates no random bytes until its audit ID is read', async () => {
    for (let count = 0; count < 1000; count++) await take(`${PODS}/a`);
    drawn.length = 0;
    const response = await take(`${PODS}/a`);
    expect(drawn).toEqual([]);
    expect(response.headers.get('audit-id')).not.toBeNull();
    expect(drawn).toEqual([16]);
  });

  test('is the Status object of a binding', async () => {
    await post('/api/v1/nodes', { metadata: { name: 'n' } });
    const target = { apiVersion: 'v1', kind: 'Node', name: 'n' };
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'Binding', metadata: { name: 'a' }, target });
    const response = await take(`${PODS}/a/binding`, { method: 'POST', body: { kind: 'text', text } });
    const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
    expect(response.status).toBe(201);
    expect(response.body).toEqual({ kind: 'shared', object: status });
  });

  test('is text when it has a warning', async () => {
    const text = JSON.stringify({ ...POD, metadata: { name: 'b' }, other: 1 });
    const { headers, body } = await take(`${PODS}?fieldValidation=Warn`, {
      method: 'POST',
      body: { kind: 'text', text },
    });
    expect(headers.get('warning')).toContain('unknown field');
    expect(body?.kind).toBe('text');
    expect(JSON.parse(await responseText(body))).toMatchObject({ kind: 'Pod', metadata: { name: 'b' } });
  });
});
