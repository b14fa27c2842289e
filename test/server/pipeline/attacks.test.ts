import { createHmac } from 'node:crypto';
import { CompactSign, exportJWK, exportSPKI } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionInfo } from '../../../src/authentication/authenticator.ts';
import { type SigningKey, signJwt } from '../../../src/authentication/jwt.ts';
import { systemClock } from '../../../src/hosts/platform.ts';
import { type Made, makeCertificate, makeRequest } from '../../authentication/certificate-maker.ts';
import { createWholeServer } from '../whole-server.ts';

const ISSUER = 'https://kubernetes.default.svc';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const REVIEW = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const ACCOUNTS = '/api/v1/namespaces/default/serviceaccounts';
const MALLORY = { authorization: 'Bearer mallory-token' };
const ADMIN = { authorization: 'Bearer admin-token' };

let server: Awaited<ReturnType<typeof createWholeServer>>['server'];
let key: SigningKey;
let clientAuthority: Made;
let proxyAuthority: Made;

/** Returns a signing key for the server, and its PEM. Attackers know only its public half. */
async function rsaKey(): Promise<{ key: SigningKey; pem: string }> {
  const parameters = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048 };
  const made = { ...parameters, publicExponent: Uint8Array.of(1, 0, 1) };
  const pair = await crypto.subtle.generateKey(made, true, ['sign', 'verify']);
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', pair.privateKey)).toString('base64');
  const pem = `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`;
  return { key: { keyId: '', algorithm: 'RS256', ...pair }, pem };
}

async function ask(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
  connection: ConnectionInfo = {},
) {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const init = { method, headers: { 'content-type': type, ...headers } };
  const request = new Request(
    `http://cluster${path}`,
    body === undefined ? init : { ...init, body: JSON.stringify(body) },
  );
  const response = await server.fetch(request, connection);
  const text = await response.text();
  return { code: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
}
const asAdmin = (method: string, path: string, body?: unknown) => ask(method, path, ADMIN, body);
const asMallory = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  ask(method, path, { ...MALLORY, ...headers }, body);
const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
const codeWith = async (token: string) =>
  (await ask('POST', REVIEW, { authorization: `Bearer ${token}` }, review)).code;

beforeAll(async () => {
  const rsa = await rsaKey();
  key = rsa.key;
  clientAuthority = await makeCertificate({ name: 'CN=clients', isAuthority: true });
  proxyAuthority = await makeCertificate({ name: 'CN=proxies', isAuthority: true });
  ({ server } = await createWholeServer({
    clock: systemClock,
    flags: {
      dialect: 'kubernetes',
      'token-auth-file': 'admin-token,admin,,"system:masters"\nmallory-token,mallory,\n',
      'service-account-signing-key-file': rsa.pem,
      'client-ca-file': clientAuthority.pem,
      'requestheader-client-ca-file': proxyAuthority.pem,
      'requestheader-username-headers': 'X-Remote-User',
      'requestheader-group-headers': 'X-Remote-Group',
      'requestheader-extra-headers-prefix': 'X-Remote-Extra-',
    },
  }));
  // The permissions of mallory: writing roles and bindings without the permissions in them, and reading config maps.
  const rules = [
    { apiGroups: ['rbac.authorization.k8s.io'], resources: ['*'], verbs: ['get', 'create', 'update', 'patch'] },
    { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] },
    {
      apiGroups: ['certificates.k8s.io'],
      resources: [
        'certificatesigningrequests',
        'certificatesigningrequests/approval',
        'certificatesigningrequests/status',
      ],
      verbs: ['*'],
    },
  ];
  await asAdmin('POST', `${RBAC}/clusterroles`, { metadata: { name: 'keeper' }, rules });
  await asAdmin('POST', `${RBAC}/clusterrolebindings`, {
    metadata: { name: 'keeper' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'keeper' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'mallory' }],
  });
});
afterAll(() => server.close());

describe('a forged token', () => {
  const claims = async () => {
    const uid =
      (await asAdmin('POST', ACCOUNTS, { metadata: { name: 'robot' } })).body.metadata.uid ??
      (await asAdmin('GET', `${ACCOUNTS}/robot`)).body.metadata.uid;
    const now = Math.floor(Date.now() / 1000);
    return {
      aud: [ISSUER],
      exp: now + 600,
      iat: now,
      iss: ISSUER,
      'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'robot', uid } },
      nbf: now,
      sub: 'system:serviceaccount:default:robot',
    };
  };
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('is valid when it is signed with the key of the server', async () => {
    expect(await codeWith(await signJwt(await claims(), key))).toBe(201);
  });

  it.each(['none', 'None', 'NONE', ''])('with the algorithm "%s" is rejected', async (alg) => {
    const unsigned = `${encode({ alg, typ: 'JWT' })}.${encode(await claims())}.`;
    expect(await codeWith(unsigned)).toBe(401);
    expect(await codeWith(`${unsigned}AAAA`)).toBe(401);
  });

  it('signed with the public key as a shared secret is rejected', async () => {
    const { kid } = (await asAdmin('GET', '/openid/v1/jwks')).body?.keys?.[0] ?? {};
    const signed = `${encode({ alg: 'HS256', kid })}.${encode(await claims())}`;
    const spki = await exportSPKI(key.publicKey);
    for (const secret of [spki, spki.trim(), Buffer.from(await crypto.subtle.exportKey('spki', key.publicKey))]) {
      const signature = createHmac('sha256', secret).update(signed).digest('base64url');
      expect(await codeWith(`${signed}.${signature}`)).toBe(401);
    }
  });

  it('signed with a foreign key is rejected, regardless of the key in its header', async () => {
    const foreign = (await rsaKey()).key;
    const jwk = await exportJWK(foreign.publicKey);
    const [ours] = JSON.parse((await ask('GET', '/openid/v1/jwks', { ...ADMIN, accept: '*/*' })).text).keys;
    for (const header of [
      { kid: ours.kid },
      { jwk },
      { jku: 'https://evil.example/keys' },
      { kid: '../../dev/null' },
    ]) {
      const token = await new CompactSign(new TextEncoder().encode(JSON.stringify(await claims())))
        .setProtectedHeader({ alg: 'RS256', ...header })
        .sign(foreign.privateKey);
      expect(await codeWith(token)).toBe(401);
    }
  });

  it.each([
    ['for another audience', { aud: ['vault'] }],
    ['from another issuer', { iss: 'https://evil.example' }],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 120 }],
    ['that is not yet valid', { nbf: Math.floor(Date.now() / 1000) + 120 }],
    [
      'for another account than its subject',
      { 'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'robot', uid: 'x' } } },
    ],
    ['without an account', { 'kubernetes.io': {} }],
  ])('%s is rejected', async (_, given) => {
    expect(await codeWith(await signJwt({ ...(await claims()), ...given }, key))).toBe(401);
  });

  it('of a deleted account is rejected, even after the account was recreated', async () => {
    const token = await signJwt(await claims(), key);
    expect(await codeWith(token)).toBe(201);
    await asAdmin('DELETE', `${ACCOUNTS}/robot`);
    expect(await codeWith(token)).toBe(401);
    await asAdmin('POST', ACCOUNTS, { metadata: { name: 'robot' } });
    expect(await codeWith(token)).toBe(401);
  });
});

describe('an anonymous attacker', () => {
  const masters = { 'x-remote-user': 'admin', 'x-remote-group': 'system:masters' };

  it('gains nothing from proxy headers without a proxy certificate', async () => {
    expect((await ask('GET', '/api/v1/secrets', masters)).code).toBe(403);
    const user = await makeCertificate({ name: 'CN=mallory', issuer: clientAuthority });
    const connection = { clientCertificates: [user.pem] };
    expect((await ask('GET', '/api/v1/secrets', masters, undefined, connection)).text).toContain('User \\"mallory\\"');
    const foreign = await makeCertificate({ name: 'CN=front' });
    expect((await ask('GET', '/api/v1/secrets', masters, undefined, { clientCertificates: [foreign.pem] })).code).toBe(
      401,
    );
  });

  it('gains nothing by sending a certificate in a header', async () => {
    const user = await makeCertificate({ name: 'CN=admin, O=system:masters', issuer: clientAuthority });
    const pem = encodeURIComponent(user.pem);
    const headers = { 'x-client-cert': pem, 'x-forwarded-client-cert': pem, 'ssl-client-cert': pem };
    expect((await ask('GET', '/api/v1/secrets', headers)).text).toContain('system:anonymous');
  });

  it('learns nothing from rejected credentials', async () => {
    const answers = await Promise.all(
      ['Bearer x', 'Bearer a.b.c', `Bearer ${await signJwt({ iss: ISSUER, exp: 1 }, key)}`].map((authorization) =>
        ask('GET', '/api/v1/secrets', { authorization }),
      ),
    );
    for (const { code, body } of answers) {
      expect(code).toBe(401);
      expect(body).toEqual({
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'Unauthorized',
        reason: 'Unauthorized',
        code: 401,
      });
    }
  });
});

describe('impersonation', () => {
  it.each([
    ['a user', { 'impersonate-user': 'admin' }, 'users \\"admin\\" is forbidden'],
    [
      'a group in addition to oneself',
      { 'impersonate-user': 'mallory', 'impersonate-group': 'system:masters' },
      'users \\"mallory\\"',
    ],
    ['a service account', { 'impersonate-user': 'system:serviceaccount:kube-system:x' }, 'serviceaccounts \\"x\\"'],
  ])('of %s requires permission', async (_, headers, text) => {
    const answer = await asMallory('GET', '/api/v1/secrets', undefined, headers);
    expect(answer).toMatchObject({ code: 403, text: expect.stringContaining(text) });
  });

  it.each([
    [{ 'impersonate-group': 'dev, system:masters' }, 'groups \\"system:masters\\" is forbidden'],
    [{ 'impersonate-uid': 'x' }, 'uids.authentication.k8s.io \\"x\\" is forbidden'],
    [{ 'impersonate-extra-scopes': 'all' }, 'userextras.authentication.k8s.io \\"all\\" is forbidden'],
    [{ 'impersonate-extra-__proto__': 'all' }, 'userextras.authentication.k8s.io \\"all\\" is forbidden'],
    [{ 'impersonate-extra-scopes%2Fall': 'x' }, 'cannot impersonate resource \\"userextras/scopes/all\\"'],
  ])('of a permitted user and group does not permit %j', async (headers, text) => {
    await asAdmin('POST', `${RBAC}/clusterroles`, {
      metadata: { name: 'impersonator' },
      rules: [
        { apiGroups: [''], resources: ['users'], resourceNames: ['jane'], verbs: ['impersonate'] },
        { apiGroups: [''], resources: ['groups'], resourceNames: ['dev'], verbs: ['impersonate'] },
      ],
    });
    await asAdmin('POST', `${RBAC}/clusterrolebindings`, {
      metadata: { name: 'impersonator' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'impersonator' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'mallory' }],
    });
    const jane = { 'impersonate-user': 'jane', 'impersonate-group': 'dev' };
    expect((await asMallory('GET', '/api/v1/secrets', undefined, jane)).text).toContain('User \\"jane\\"');
    const answer = await asMallory('GET', '/api/v1/secrets', undefined, { ...jane, ...headers });
    expect(answer).toMatchObject({ code: 403, text: expect.stringContaining(text) });
  });
});

describe('escalation', () => {
  const secrets = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }];
  const refused = (answer: { code: number; text: string }) => {
    expect(answer.code).toBe(403);
    expect(answer.text).toContain('attempting to grant RBAC permissions not currently held');
  };

  it('by a new, updated or patched role is denied', async () => {
    refused(await asMallory('POST', `${RBAC}/clusterroles`, { metadata: { name: 'more' }, rules: secrets }));
    const roles = `${RBAC}/namespaces/default/roles`;
    refused(await asMallory('POST', roles, { metadata: { name: 'more' }, rules: secrets }));
    refused(await asMallory('PUT', `${roles}/more`, { metadata: { name: 'more' }, rules: secrets }));
    const own = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }];
    expect((await asMallory('POST', roles, { metadata: { name: 'mine' }, rules: own })).code).toBe(201);
    refused(await asMallory('PUT', `${roles}/mine`, { metadata: { name: 'mine' }, rules: secrets }));
    refused(await asMallory('PATCH', `${roles}/mine`, { rules: secrets }));
    refused(
      await asMallory('PATCH', `${RBAC}/clusterroles/keeper`, {
        rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
      }),
    );
  });

  it('by a wildcard verb, group or resource is denied', async () => {
    for (const rule of [
      { apiGroups: [''], resources: ['configmaps'], verbs: ['*'] },
      { apiGroups: ['*'], resources: ['configmaps'], verbs: ['get'] },
      { apiGroups: [''], resources: ['*'], verbs: ['get'] },
      { apiGroups: ['rbac.authorization.k8s.io'], resources: ['clusterroles'], verbs: ['escalate'] },
    ])
      refused(await asMallory('POST', `${RBAC}/clusterroles`, { metadata: { name: 'more' }, rules: [rule] }));
    const paths = [{ nonResourceURLs: ['*'], verbs: ['get'] }];
    refused(await asMallory('POST', `${RBAC}/clusterroles`, { metadata: { name: 'more' }, rules: paths }));
  });

  it('by a binding to a stronger role, for oneself or everyone, is denied', async () => {
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' };
    for (const subject of [
      { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'mallory' },
      { apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'system:authenticated' },
    ]) {
      const body = { metadata: { name: 'more' }, roleRef, subjects: [subject] };
      refused(await asMallory('POST', `${RBAC}/clusterrolebindings`, body));
      refused(await asMallory('POST', `${RBAC}/namespaces/kube-system/rolebindings`, body));
    }
  });

  it('by joining a binding, or by changing the role of a binding, is denied', async () => {
    const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'mallory' }];
    refused(await asMallory('PATCH', `${RBAC}/clusterrolebindings/cluster-admin`, { subjects }));
    const turned = await asMallory('PATCH', `${RBAC}/clusterrolebindings/keeper`, {
      roleRef: { name: 'cluster-admin' },
    });
    expect(turned.code).toBeGreaterThanOrEqual(403);
  });

  it('by labels that aggregate rules, or a role that aggregates them, is denied', async () => {
    const labels = { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' };
    await asAdmin('POST', `${RBAC}/clusterroles`, { metadata: { name: 'reader' }, rules: secrets });
    refused(await asMallory('PATCH', `${RBAC}/clusterroles/reader`, { metadata: { labels } }));
    const aggregationRule = {
      clusterRoleSelectors: [{ matchLabels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' } }],
    };
    const gathering = { metadata: { name: 'all' }, aggregationRule };
    const answer = await asMallory('POST', `${RBAC}/clusterroles`, gathering);
    expect(answer).toMatchObject({
      code: 403,
      text: expect.stringContaining('must have cluster-admin privileges to use the aggregationRule'),
    });
  });
});

describe('a certificate', () => {
  const spec = async (name: string, signerName = 'kubernetes.io/kube-apiserver-client') => ({
    request: btoa((await makeRequest(name)).pem),
    signerName,
    usages: ['client auth'],
  });

  it('for system:masters cannot even be requested', async () => {
    const body = { metadata: { name: 'masters' }, spec: await spec('CN=mallory, O=system:masters') };
    const answer = await asMallory('POST', REQUESTS, body);
    expect(answer).toMatchObject({ code: 403, text: expect.stringContaining('system:masters group is not allowed') });
  });

  it('cannot be approved or signed without permission for its signer, or requested for another user', async () => {
    const username = 'system:admin';
    const created = await asMallory('POST', REQUESTS, {
      metadata: { name: 'mine' },
      spec: { ...(await spec('CN=admin')), username },
    });
    expect(created.body.spec.username).toBe('mallory');
    const conditions = [{ type: 'Approved', status: 'True', reason: 'x', message: '' }];
    const approved = { ...created.body, status: { conditions } };
    expect((await asMallory('PUT', `${REQUESTS}/mine/approval`, approved)).text).toContain('not permitted to approve');
    const renamed = { ...approved, spec: { ...approved.spec, signerName: 'example.com/mine' } };
    expect((await asMallory('PUT', `${REQUESTS}/mine/approval`, renamed)).code).toBe(403);
    const status = { certificate: btoa(clientAuthority.pem) };
    expect((await asMallory('PATCH', `${REQUESTS}/mine/status`, { status })).text).toContain('not permitted to sign');
  });
});

it('no trace, denial or review contains a token or a certificate', async () => {
  await asAdmin('POST', ACCOUNTS, { metadata: { name: 'traced' } });
  const requested = await asAdmin('POST', `${ACCOUNTS}/traced/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: {},
  });
  const secret: string = requested.body.status.token;
  const spoiled = `${secret}x`;
  const answers = [
    await ask('GET', '/api/v1/secrets', { authorization: `Bearer ${spoiled}` }),
    await ask('GET', '/api/v1/pods', { authorization: `Bearer ${secret}` }),
    await asMallory('POST', '/apis/authentication.k8s.io/v1/tokenreviews', {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenReview',
      spec: { token: spoiled },
    }),
  ];
  const user = await makeCertificate({ name: 'CN=jane', issuer: clientAuthority });
  await ask('GET', '/api/v1/pods', {}, undefined, { clientCertificates: [user.pem] });
  const traces = await asAdmin('GET', '/apis/debug.tabplane.dev/v1alpha1/requesttraces');
  expect(traces.body.items.length).toBeGreaterThan(3);
  const signature = secret.split('.')[2] ?? '';
  for (const { text } of [...answers, traces]) {
    for (const hidden of [signature, 'admin-token', 'mallory-token', user.pem.split('\n')[2] ?? ''])
      expect(text).not.toContain(hidden);
  }
});
