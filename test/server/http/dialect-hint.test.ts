import { describe, expect, it } from 'vitest';
import { createWholeServer } from '../whole-server.ts';

const HINTS = {
  cluster: { own: 'rbac.authorization.cluster.io', other: 'rbac.authorization.k8s.io' },
  kubernetes: { own: 'rbac.authorization.k8s.io', other: 'rbac.authorization.cluster.io' },
} as const;

describe.each(['cluster', 'kubernetes'] as const)('a server with the %s names', (dialect) => {
  const { own, other } = HINTS[dialect];
  const hint = `this server uses the ${dialect} names, did you mean "${own}"?`;
  const roleOf = (group: string) => ({ apiVersion: `${group}/v1`, kind: 'Role', metadata: { name: 'reader' } });
  const messageOf = async (answer: Promise<Response>): Promise<{ code: number; message: string }> =>
    (await answer).json() as Promise<{ code: number; message: string }>;

  it('suggests the group for a path', async () => {
    const { get } = await createWholeServer({ flags: { dialect } });
    for (const path of [`/apis/${other}`, `/apis/${other}/v1`, `/apis/${other}/v1/roles`]) {
      expect(await messageOf(get(path))).toMatchObject({ code: 404, message: expect.stringContaining(hint) });
    }
  });

  it('suggests the group for a body', async () => {
    const { post, send } = await createWholeServer({ flags: { dialect } });
    const path = `/apis/${own}/v1/namespaces/default/roles`;
    const created = await messageOf(post(path, roleOf(other)));
    expect(created.code).toBe(400);
    expect(created.message).toContain(own);
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    const body = JSON.stringify(roleOf(other));
    const applied = await messageOf(send('PATCH', `${path}/reader?fieldManager=test`, { headers, body }));
    expect(applied.message).toContain(own);
  });

  it('responds quickly, even with a long message', async () => {
    const { post } = await createWholeServer({ flags: { dialect } });
    const answer = await messageOf(post('/api/v1/namespaces/default/configmaps', { apiVersion: 'a'.repeat(500_000) }));
    expect(answer.code).toBe(400);
  });

  it('makes no suggestion for groups that it does not have', async () => {
    const { get } = await createWholeServer({ flags: { dialect } });
    const answer = await get(`/apis/metrics.${other.split('.').slice(-2).join('.')}/v1`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('404 page not found\n');
  });
});
