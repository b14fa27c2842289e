import { afterAll, describe, expect, test } from 'vitest';
import { ObjectResponse, TextRequest } from '../../../src/api/encoding/text-messages.ts';
import type { Clock } from '../../../src/api/environment.ts';
import { answerTextRequest } from '../../../src/hosts/controllers/text-request-answer.ts';
import { createWholeServer } from '../whole-server.ts';

const PODS = '/api/v1/namespaces/default/pods';
const POD = { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const USER = { username: 'system:kube-scheduler', groups: ['system:masters', 'system:authenticated'] };
/** It stands still. */
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
  /** Sends a request as a component, of whose requests only the first ones of a second are traced. */
  const take = (path: string, init: { method?: string; body?: string; headers?: Record<string, string> } = {}) =>
    answerTextRequest(server, new TextRequest(`http://cluster${path}`, init, true), { user: USER });

  test('has the headers that any other client reads', async () => {
    const taken = await take(`${PODS}/a`);
    const sent = await get(`${PODS}/a`);
    expect(taken).toBeInstanceOf(ObjectResponse);
    const withoutId = (response: Response) => [...response.headers].filter(([name]) => name !== 'audit-id');
    expect(withoutId(taken).map(([name]) => name)).toContain('x-kubernetes-pf-flowschema-uid');
    expect(withoutId(taken)).toEqual(withoutId(sent));
    expect(taken.headers.get('audit-id')).toMatch(/^[0-9a-f]{8}-/);
    expect(taken.clone().headers.get('audit-id')).toBe(taken.headers.get('audit-id'));
  });

  test('has the audit ID that the client has chosen', async () => {
    const { headers } = await take(`${PODS}/a`, { headers: { 'audit-id': 'mine' } });
    expect(headers.get('audit-id')).toBe('mine');
  });

  test('costs no random bytes unless somebody reads its audit ID', async () => {
    for (let count = 0; count < 1000; count++) await take(`${PODS}/a`);
    drawn.length = 0;
    const response = await take(`${PODS}/a`);
    expect(drawn).toEqual([]);
    expect(response.headers.get('audit-id')).not.toBeNull();
    expect(drawn).toEqual([16]);
  });

  test('is the Status of a binding itself', async () => {
    await post('/api/v1/nodes', { metadata: { name: 'n' } });
    const target = { apiVersion: 'v1', kind: 'Node', name: 'n' };
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'Binding', metadata: { name: 'a' }, target });
    const response = await take(`${PODS}/a/binding`, { method: 'POST', body });
    const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
    expect(response.status).toBe(201);
    expect((response as ObjectResponse).object).toEqual(status);
    expect(await response.text()).toBe(`${JSON.stringify(status)}\n`);
  });

  test('is text when the server warns', async () => {
    const response = await take(`${PODS}?fieldValidation=Warn`, {
      method: 'POST',
      body: JSON.stringify({ ...POD, metadata: { name: 'b' }, other: 1 }),
    });
    expect(response).not.toBeInstanceOf(ObjectResponse);
    expect(response.headers.get('warning')).toContain('unknown field');
    expect(await response.json()).toMatchObject({ kind: 'Pod', metadata: { name: 'b' } });
  });
});
