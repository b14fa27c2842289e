import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startControllers } from '../../src/hosts/controllers/start-controllers.ts';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import { createServer, type Server } from '../../src/server/create-server.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { readCertificate } from '../../src/x509/certificate.ts';
import { pemBlocks } from '../../src/x509/pem.ts';
import { makeRequest } from '../authentication/certificate-maker.ts';
import * as x509 from '../helpers/x509.ts';

const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const CLIENT = 'kubernetes.io/kube-apiserver-client';
const NODE_CLIENT = 'kubernetes.io/kube-apiserver-client-kubelet';
const NODE_SERVING = 'kubernetes.io/kubelet-serving';
const NODE = 'CN=system:node:n1, O=system:nodes';
const NODE_CLIENT_USAGES = ['digital signature', 'client auth'];
const dns = new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'n1' }]);

describe('the credential controllers', () => {
  let server: Server;
  let stop: () => Promise<void>;
  let count = 0;
  const ask = async (path: string, init: RequestInit = {}, token = 'admin-token') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return (await server.fetch(new Request(`http://localhost${path}`, { headers, ...init }))).json();
  };
  beforeAll(async () => {
    server = await createServer({
      storage: await createMemoryStorage(),
      clock: systemClock,
      random: systemRandom,
      fetch: () => Promise.reject(new Error('nothing outside may be asked')),
      flags: {
        dialect: 'kubernetes',
        'token-auth-file': 'admin-token,admin,,"system:masters"\nnode-token,system:node:n1,,"system:nodes"\n',
      },
    });
    stop = startControllers(server, 'kubernetes');
  });
  afterAll(async () => {
    await stop();
    await server.close();
  });

  /** Creates a request, approves it unless `approve` is false, and waits for its certificate or failure. */
  async function outcome(given: {
    signerName: string;
    name?: string;
    usages?: readonly string[];
    names?: x509.Extension[];
    expirationSeconds?: number;
    token?: string;
    approve?: boolean;
  }) {
    const { signerName, usages = ['client auth'], expirationSeconds } = given;
    const { pem } = await makeRequest(given.name ?? 'CN=jane, O=dev', given.names ?? []);
    const path = `${REQUESTS}/r${++count}`;
    const spec = { request: btoa(pem), signerName, usages, expirationSeconds };
    const body = JSON.stringify({ metadata: { name: `r${count}` }, spec });
    const created = await ask(REQUESTS, { method: 'POST', body }, given.token);
    if (given.approve !== false) {
      const conditions = [{ type: 'Approved', status: 'True', reason: 'Test', message: '' }];
      await ask(`${path}/approval`, { method: 'PUT', body: JSON.stringify({ ...created, status: { conditions } }) });
    }
    await expect
      .poll(async () => {
        const { certificate, conditions = [] } = (await ask(path)).status;
        return Boolean(certificate) || conditions.some(({ type }: { type: string }) => type === 'Failed');
      })
      .toBe(true);
    const { certificate, conditions } = (await ask(path)).status;
    const [block] = pemBlocks(atob(certificate ?? ''));
    const failed = conditions.find(({ type }: { type: string }) => type === 'Failed');
    return { certificate: block && readCertificate(block.bytes), failed, conditions };
  }

  it('sign approved requests with the cluster authority for the requested lifetime', async () => {
    const { certificate } = await outcome({ signerName: CLIENT, expirationSeconds: 7200 });
    expect(certificate?.subject).toEqual({ commonName: 'jane', organizations: ['dev'] });
    expect(certificate && certificate.notAfter - certificate.notBefore).toBe(7_200_000 + 300_000);
    const [block] = pemBlocks(await server.capabilities.certificates.authority());
    const authority = readCertificate(block?.bytes ?? new Uint8Array());
    expect(await certificate?.signatureError(authority.publicKey)).toBeUndefined();
  });

  it('backdate certificates by five minutes, and shift the end only for lifetimes of eight hours or more', async () => {
    const secondsOf = async (expirationSeconds: number) => {
      const { certificate } = await outcome({ signerName: CLIENT, expirationSeconds });
      return certificate && (certificate.notAfter - certificate.notBefore) / 1000;
    };
    expect(await secondsOf(28_799)).toBe(28_799 + 300);
    expect(await secondsOf(28_800)).toBe(28_800);
    expect(await secondsOf(86_400)).toBe(86_400);
  });

  it.each([
    [CLIENT, { usages: ['client auth', 'server auth'] }, 'invalid usage for client certificate: server auth'],
    [CLIENT, { usages: ['digital signature'] }, 'missing required usage for client certificate: client auth'],
    [NODE_CLIENT, { name: 'CN=n1' }, 'subject organization is not system:nodes'],
    [NODE_CLIENT, { name: NODE, names: [dns] }, 'DNS subjectAltNames are not allowed'],
    [NODE_CLIENT, { name: NODE }, 'usages did not match [client auth digital signature key encipherment]'],
    [
      NODE_CLIENT,
      { name: 'CN=n1, O=system:nodes', usages: NODE_CLIENT_USAGES },
      'subject common name does not begin with system:node:',
    ],
    [
      NODE_CLIENT,
      { name: 'CN=n1, O=system:nodes', usages: ['server auth'] },
      'subject common name does not begin with system:node:',
    ],
    [
      NODE_SERVING,
      { name: 'CN=n1, O=system:nodes', names: [dns], usages: ['client auth'] },
      'usages did not match [digital signature key encipherment server auth]',
    ],
    [NODE_SERVING, { name: NODE }, 'DNS or IP subjectAltName is required'],
    [
      NODE_SERVING,
      { name: NODE, names: [dns], usages: NODE_CLIENT_USAGES },
      'usages did not match [digital signature key encipherment server auth]',
    ],
  ])('fail a request to %s that the signer rejects: %o', async (signerName, given, message) => {
    const { certificate, failed } = await outcome({ signerName, ...given });
    expect(certificate).toBeUndefined();
    expect(failed).toMatchObject({ status: 'True', reason: 'SignerValidationFailure', message });
  });

  it('sign the serving certificate of a kubelet', async () => {
    const usages = ['digital signature', 'server auth'];
    const { certificate } = await outcome({ signerName: NODE_SERVING, name: NODE, names: [dns], usages });
    expect(certificate?.subject.commonName).toBe('system:node:n1');
  });

  it("approve a node's request for its client certificate", async () => {
    const binding = {
      metadata: { name: 'self' },
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: 'system:certificates.k8s.io:certificatesigningrequests:selfnodeclient',
      },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'system:nodes' }],
    };
    const path = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';
    await ask(path, { method: 'POST', body: JSON.stringify(binding) });
    const { certificate, conditions } = await outcome({
      signerName: NODE_CLIENT,
      name: NODE,
      usages: NODE_CLIENT_USAGES,
      token: 'node-token',
      approve: false,
    });
    expect(certificate?.subject.organizations).toEqual(['system:nodes']);
    expect(conditions).toMatchObject([
      {
        type: 'Approved',
        reason: 'AutoApproved',
        message: 'Auto approving self kubelet client certificate after SubjectAccessReview.',
      },
    ]);
  });

  it('delete expired bootstrap tokens', async () => {
    const secrets = '/api/v1/namespaces/kube-system/secrets';
    const make = (id: string, expiration?: string) => {
      const stringData = { 'token-id': id, ...(expiration ? { expiration } : {}) };
      const secret = { metadata: { name: `bootstrap-token-${id}` }, type: 'bootstrap.kubernetes.io/token', stringData };
      return ask(secrets, { method: 'POST', body: JSON.stringify(secret) });
    };
    await make('lasting');
    await make('longer', '2200-01-01T00:00:00Z');
    await make('past', '2020-01-01T00:00:00Z');
    await make('unclear', 'tomorrow');
    await make('no-time', '2200-01-01');
    await make('no-zone', '2200-01-01T00:00:00');
    const names = async () => {
      const { items } = await ask(`${secrets}?fieldSelector=type=bootstrap.kubernetes.io/token`);
      return items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
    };
    await expect.poll(names).toEqual(['bootstrap-token-lasting', 'bootstrap-token-longer']);
  });

  it('populate service account token secrets and delete them with the account', async () => {
    const namespace = '/api/v1/namespaces/default';
    const post = (path: string, object: object) => ask(path, { method: 'POST', body: JSON.stringify(object) });
    await post(`${namespace}/serviceaccounts`, { metadata: { name: 'robot' } });
    await post(`${namespace}/secrets`, {
      metadata: { name: 'robot', annotations: { 'kubernetes.io/service-account.name': 'robot' } },
      type: 'kubernetes.io/service-account-token',
    });
    const data = async () => (await ask(`${namespace}/secrets/robot`)).data;
    await expect.poll(async () => Object.keys((await data()) ?? {})).toEqual(['ca.crt', 'namespace', 'token']);
    const token = atob((await data()).token);
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
    const whoAmI = async () =>
      (
        await ask(
          '/apis/authentication.k8s.io/v1/selfsubjectreviews',
          { method: 'POST', body: JSON.stringify(review) },
          token,
        )
      ).status;
    const references = async () => (await ask(`${namespace}/serviceaccounts/robot`)).secrets ?? [];
    const robot = await ask(`${namespace}/serviceaccounts/robot`);
    const named = { ...robot, secrets: [{ name: 'robot' }, { name: 'spare' }] };
    await ask(`${namespace}/serviceaccounts/robot`, { method: 'PUT', body: JSON.stringify(named) });
    await post(`${namespace}/secrets`, {
      metadata: { name: 'spare', annotations: { 'kubernetes.io/service-account.name': 'robot' } },
      type: 'kubernetes.io/service-account-token',
    });
    await expect.poll(async () => Object.keys((await ask(`${namespace}/secrets/spare`)).data ?? {})).toHaveLength(3);
    await ask(`${namespace}/secrets/spare`, { method: 'DELETE' });
    await expect.poll(references).toEqual([{ name: 'robot' }]);
    expect((await whoAmI()).userInfo.username).toBe('system:serviceaccount:default:robot');
    expect((await ask(`${namespace}/secrets/robot`)).metadata.labels).toMatchObject({
      'kubernetes.io/legacy-token-last-used': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    await ask(`${namespace}/serviceaccounts/robot`, { method: 'DELETE' });
    await expect.poll(async () => (await ask(`${namespace}/secrets/robot`)).code).toBe(404);
    expect(await whoAmI()).toBe('Failure');
  });
});
