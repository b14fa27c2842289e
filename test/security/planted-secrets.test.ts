import { describe, expect, it } from 'vitest';
import { textBase64 } from '../../src/api/encoding/base64.ts';
import { createWholeServer } from '../server/whole-server.ts';

const POLICY = 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: RequestResponse}]\n';
const SECRETS = '/api/v1/namespaces/default/secrets';
const TRACES = '/apis/debug.tabplane.dev/v1alpha1/requesttraces';

/** The secret that each request contains, and its base64. */
const PLANTED = 'planted-4f1c9b';
const CODED = textBase64(PLANTED);
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

const secret = (name: string) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, data: { password: CODED } });

interface Planting {
  readonly what: string;
  readonly method?: string;
  readonly path?: string;
  readonly type?: string;
  readonly body?: unknown;
}

/** Requests that contain the secret, or are answered with it. */
const PLANTINGS: readonly Planting[] = [
  { what: 'data of a created Secret', body: secret('new') },
  { what: 'string data of a created Secret', body: { ...secret('b'), data: {}, stringData: { password: PLANTED } } },
  { what: 'a dry run', path: `${SECRETS}?dryRun=All`, body: secret('c') },
  {
    what: 'the last applied configuration',
    body: { ...secret('d'), metadata: { name: 'd', annotations: { [LAST_APPLIED]: JSON.stringify(secret('d')) } } },
  },
  { what: 'a replaced Secret', method: 'PUT', path: `${SECRETS}/a`, body: secret('a') },
  {
    what: 'a JSON patch',
    method: 'PATCH',
    path: `${SECRETS}/a`,
    type: 'application/json-patch+json',
    body: [{ op: 'add', path: '/data/other', value: CODED }],
  },
  {
    what: 'a JSON patch of all data',
    method: 'PATCH',
    path: `${SECRETS}/a`,
    type: 'application/json-patch+json',
    body: [{ op: 'replace', path: '/data', value: { password: CODED } }],
  },
  {
    what: 'a merge patch',
    method: 'PATCH',
    path: `${SECRETS}/a`,
    type: 'application/merge-patch+json',
    body: { stringData: { more: PLANTED } },
  },
  {
    what: 'a strategic merge patch',
    method: 'PATCH',
    path: `${SECRETS}/a`,
    type: 'application/strategic-merge-patch+json',
    body: { data: { more: CODED } },
  },
  {
    what: 'an applied Secret',
    method: 'PATCH',
    path: `${SECRETS}/e?fieldManager=test`,
    type: 'application/apply-patch+yaml',
    body: secret('e'),
  },
  { what: 'a Secret that is read', method: 'GET', path: `${SECRETS}/a` },
  { what: 'a list of Secrets', method: 'GET', path: SECRETS },
  { what: 'a deleted collection of Secrets', method: 'DELETE', path: `${SECRETS}?dryRun=All` },
  {
    what: 'a token that is reviewed',
    path: '/apis/authentication.k8s.io/v1/tokenreviews',
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token: PLANTED } },
  },
  {
    what: 'a bootstrap token',
    path: '/api/v1/namespaces/kube-system/secrets',
    body: {
      metadata: { name: 'bootstrap-token-abcdef' },
      type: 'bootstrap.kubernetes.io/token',
      stringData: { 'token-id': 'abcdef', 'token-secret': PLANTED.padEnd(16, '0') },
    },
  },
];

describe('a planted secret', () => {
  it.each(PLANTINGS.map((planting) => [planting.what, planting] as const))(
    'appears in no trace, audit event or metric: %s',
    async (_, planting) => {
      const { send, events } = await auditedServer();
      await send('POST', SECRETS, {
        body: JSON.stringify(secret('a')),
        headers: { 'content-type': 'application/json' },
      });
      const { method = 'POST', path = SECRETS, type = 'application/json', body } = planting;
      const answer = await send(method, path, {
        headers: { 'content-type': type, 'tabplane-trace': 'true' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect(answer.status).toBeLessThan(300);
      await answer.text();
      const outputs = [
        JSON.stringify(events),
        await (await send('GET', TRACES)).text(),
        await (await send('GET', '/metrics')).text(),
        await (await send('GET', '/api/v1/events')).text(),
      ];
      expect(events.length).toBeGreaterThan(1);
      for (const output of outputs) {
        expect(output).not.toContain(PLANTED);
        expect(output).not.toContain(CODED);
      }
    },
  );

  it('leaves the keys and the metadata of a Secret in the audit log', async () => {
    const { send, events } = await auditedServer();
    await send('POST', SECRETS, { body: JSON.stringify(secret('a')), headers: { 'content-type': 'application/json' } });
    expect(events.at(-1)).toMatchObject({
      requestObject: { metadata: { name: 'a' }, data: { password: '<redacted>' } },
      responseObject: { type: 'Opaque', data: { password: '<redacted>' } },
    });
  });

  it('appears in no audit event of a requested token', async () => {
    const { post, events } = await auditedServer();
    await post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'robot' } });
    const answer = await post('/api/v1/namespaces/default/serviceaccounts/robot/token', { spec: {} });
    const { status } = (await answer.json()) as { status: { token: string } };
    expect(status.token.length).toBeGreaterThan(100);
    expect(JSON.stringify(events)).not.toContain(status.token);
  });
});

async function auditedServer() {
  const events: unknown[] = [];
  const whole = await createWholeServer({
    flags: { 'audit-policy-file': POLICY },
    auditSink: (event) => void events.push(event),
  });
  return { ...whole, events };
}
