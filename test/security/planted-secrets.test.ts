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

const TRIALS = '/apis/debug.tabplane.dev/v1alpha1/admissiontrials';
const trialOf = (method: string, path: string, body: string, contentType = 'application/json') => ({
  spec: { objects: [], request: { method, path, body, contentType } },
});

interface Planting {
  readonly what: string;
  readonly method?: string;
  readonly path?: string;
  readonly type?: string;
  readonly body?: unknown;
}

/** Requests whose body or answer contains the secret. */
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
  { what: 'an admission trial', path: TRIALS, body: trialOf('POST', SECRETS, JSON.stringify(secret('tried'))) },
  {
    what: 'an admission trial in YAML',
    path: TRIALS,
    body: trialOf(
      'POST',
      SECRETS,
      `metadata: {name: tried}\nstringData:\n  password: ${PLANTED}\n`,
      'application/yaml',
    ),
  },
  {
    what: 'an admission trial of a JSON patch',
    path: TRIALS,
    body: trialOf(
      'PATCH',
      `${SECRETS}/a`,
      JSON.stringify([{ op: 'add', path: '/data/other', value: CODED }]),
      'application/json-patch+json',
    ),
  },
  {
    what: 'an admission trial beside a Secret',
    path: TRIALS,
    body: {
      spec: {
        objects: [{ ...secret('beside'), metadata: { name: 'beside', namespace: 'default' } }],
        request: { method: 'DELETE', path: `${SECRETS}/a` },
      },
    },
  },
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

  it('appears in no trace of an admission trial', async () => {
    const { post } = await auditedServer();
    const answer = await post(TRIALS, trialOf('POST', SECRETS, JSON.stringify(secret('tried'))));
    const { status } = (await answer.json()) as { status: { trace: { admission: object[] } } };
    expect(status.trace.admission.length).toBeGreaterThan(0);
    expect(JSON.stringify(status.trace)).not.toContain(CODED);
  });

  it('appears in no output when a webhook writes it', async () => {
    const patches = [
      { op: 'add', path: '/data/hooked', value: CODED },
      { op: 'add', path: '/metadata/annotations', value: { [LAST_APPLIED]: JSON.stringify(secret('a')) } },
    ];
    const { post, events, get } = await auditedServer(async (request) => {
      const { request: asked } = (await request.json()) as { request: { uid: string } };
      const patch = textBase64(JSON.stringify(patches));
      const response = { uid: asked.uid, allowed: true, patchType: 'JSONPatch', patch };
      return Response.json({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response });
    });
    const webhook = {
      ...{ name: 'writes.example.com', sideEffects: 'None', admissionReviewVersions: ['v1'] },
      clientConfig: { url: 'https://example.com/' },
      rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['secrets'] }],
    };
    const path = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations';
    expect((await post(path, { metadata: { name: 'writes' }, webhooks: [webhook] })).status).toBe(201);
    let stored = '';
    await expect
      .poll(async () => {
        stored = await (await post(`${SECRETS}?dryRun=All`, secret('hooked'))).text();
        return stored;
      })
      .toContain('"hooked"');
    expect(stored).toContain(`"hooked":"${CODED}"`);
    const traces = await (await get(TRACES)).text();
    expect(traces).toContain('writes.example.com');
    for (const output of [traces, JSON.stringify(events), await (await get('/metrics')).text()]) {
      expect(output).not.toContain(PLANTED);
      expect(output).not.toContain(CODED);
    }
  });

  it('does not hide the keys and metadata of a Secret in the audit log', async () => {
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

async function auditedServer(fetch?: (request: Request) => Promise<Response>) {
  const events: unknown[] = [];
  const whole = await createWholeServer({
    flags: { 'audit-policy-file': POLICY },
    auditSink: (event) => void events.push(event),
    ...(fetch ? { fetch } : {}),
  });
  return { ...whole, events };
}
