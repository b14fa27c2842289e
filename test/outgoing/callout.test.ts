import { expect, test } from 'vitest';
import type { Clock, Fetch, OutgoingTrust } from '../../src/api/environment.ts';
import { callOut } from '../../src/outgoing/callout.ts';
import { readKubeconfig } from '../../src/outgoing/kubeconfig.ts';
import { readYaml } from '../../src/schema/yaml/yaml-to-json.ts';

const KUBECONFIG = `
clusters: [{ name: hook, cluster: { server: 'https://hook.example/review', certificate-authority-data: Q0E= } }]
users: [{ name: me, user: { token: secret } }]
contexts: [{ name: it, context: { cluster: hook, user: me } }]
current-context: it
`;
const target = readKubeconfig(readYaml(KUBECONFIG));
/** A clock whose delays end immediately, except for deadlines. */
const clock: Clock = {
  now: () => 0,
  after: (milliseconds, callback) => {
    if (milliseconds < 30_000) queueMicrotask(callback);
    return () => undefined;
  },
};
/** Calls a server that returns the given responses in turn. */
function ask(...responses: Response[]) {
  const fetch: Fetch = async () => responses.shift() ?? Promise.reject(new TypeError('connection refused'));
  return callOut({ fetch, clock, target }, { kind: 'Review' });
}

test("the review is sent to the kubeconfig's server with its credentials and certificate authority", async () => {
  const asked: { request: Request; body: string; trust: OutgoingTrust | undefined }[] = [];
  const fetch: Fetch = async (request, trust) => {
    asked.push({ request, body: await request.text(), trust });
    return Response.json({ kind: 'Review', status: { allowed: true } });
  };
  const answer = await callOut({ fetch, clock, target }, { kind: 'Review', spec: { path: '/a&b' } });
  expect(answer.status).toEqual({ allowed: true });
  expect(asked[0]?.request.url).toBe('https://hook.example/review?timeout=30s');
  expect(asked[0]?.request.headers.get('authorization')).toBe('Bearer secret');
  expect(asked[0]?.body).toBe(String.raw`{"kind":"Review","spec":{"path":"/a\u0026b"}}`);
  expect(asked[0]?.trust).toEqual({ certificateAuthorities: 'CA' });
});

test('a retryable answer is retried', async () => {
  const answer = await ask(new Response('busy', { status: 429 }), Response.json({ kind: 'Review' }));
  expect(answer).toEqual({ kind: 'Review' });
});

test('at most five attempts are made', async () => {
  const broken = () => new Response('broken', { status: 500 });
  await expect(ask(broken(), broken(), broken(), broken(), broken(), Response.json({}))).rejects.toThrow(
    'an error on the server ("broken") has prevented the request from succeeding',
  );
});

test.each([
  [401, 'the server has asked for the client to provide credentials'],
  [404, 'the server could not find the requested resource'],
  [403, 'go away'],
])("a %d fails with client-go's message", async (status, message) => {
  await expect(ask(new Response('go away', { status }))).rejects.toThrow(message);
});

test('a failed connection names the URL', async () => {
  await expect(ask()).rejects.toThrow('Post "https://hook.example/review?timeout=30s": connection refused');
});
