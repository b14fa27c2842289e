import { expect, test } from 'vitest';
import { createApiClient } from '../../../../src/client/api-client.ts';
import { createPreflightClient } from '../../../../src/ui/state/access/preflight-client.ts';

const REVIEWS = {
  group: 'authorization.k8s.io',
  version: 'v1',
  resource: 'selfsubjectaccessreviews',
  kind: 'SelfSubjectAccessReview',
  namespaced: false,
  verbs: ['create'],
  shortNames: [],
  categories: [],
  subresources: [],
  preferred: true,
};
const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'x' };

/** A client of a server that allows the verbs in `allows`, and the requests that the server received. */
function clientOf(username: string | undefined, allows: readonly string[], reviewStatus = 201) {
  const sent: string[] = [];
  let now = 0;
  const client = createApiClient({
    baseUrl: 'http://server',
    fetch: async (request) => {
      sent.push(`${request.method} ${new URL(request.url).pathname}`);
      if (request.method === 'GET') return Response.json({ items: [], metadata: {} });
      if (reviewStatus !== 201) return Response.json({ kind: 'Status' }, { status: reviewStatus });
      const { spec } = (await request.json()) as { spec: { resourceAttributes: { verb: string; name?: string } } };
      const { verb, name = '' } = spec.resourceAttributes;
      return Response.json({ status: { allowed: allows.includes(`${verb} ${name}`.trim()) } }, { status: 201 });
    },
  });
  const asking = createPreflightClient(client, {
    username: () => username,
    reviews: async () => REVIEWS,
    clock: { now: () => now, after: () => () => undefined },
  });
  return { asking, sent, wait: (milliseconds: number) => (now += milliseconds) };
}

test('a denied read fails without being sent', async () => {
  const { asking, sent } = clientOf('ann', []);
  await expect(asking.list(PODS)).rejects.toMatchObject({
    code: 403,
    message: 'pods is forbidden: User "ann" cannot list resource "pods" in API group "" in the namespace "x"',
  });
  expect(sent.every((request) => request.startsWith('POST'))).toBe(true);
});

test('an allowed read is sent, and is checked again only after some time', async () => {
  const { asking, sent, wait } = clientOf('ann', ['list']);
  await asking.list(PODS);
  await asking.list(PODS);
  expect(sent.filter((request) => request.startsWith('POST')).length).toBe(1);
  wait(2000);
  await asking.list(PODS);
  expect(sent.filter((request) => request.startsWith('POST')).length).toBe(2);
});

test('a list of one name is checked as a request for that name', async () => {
  const { asking } = clientOf('ann', ['list a']);
  await asking.list(PODS, { fieldSelector: 'metadata.name=a' });
  await expect(asking.list(PODS, { fieldSelector: 'metadata.name=b' })).rejects.toMatchObject({ code: 403 });
});

test('requests are sent directly when no check is needed or the check is denied', async () => {
  const administrator = clientOf(undefined, []);
  await administrator.asking.list(PODS);
  expect(administrator.sent).toEqual(['GET /api/v1/namespaces/x/pods']);
  const stranger = clientOf('nobody', [], 403);
  await stranger.asking.list(PODS);
  expect(stranger.sent).toContain('GET /api/v1/namespaces/x/pods');
});

test('explanations and moments are not requested without permission', async () => {
  const { asking, sent } = clientOf('ann', []);
  await expect(asking.request('/apis/debug.tabplane.dev/v1alpha1/why?resource=pods&name=a')).rejects.toMatchObject({
    code: 403,
  });
  await expect(asking.request('/apis/debug.tabplane.dev/v1alpha1/moments')).rejects.toMatchObject({ code: 403 });
  expect(sent.every((request) => request.startsWith('POST'))).toBe(true);
  const allowed = clientOf('ann', ['list']);
  await allowed.asking.request('/apis/debug.tabplane.dev/v1alpha1/why?resource=pods&name=a');
  expect(allowed.sent.at(-1)).toBe('GET /apis/debug.tabplane.dev/v1alpha1/why');
});
