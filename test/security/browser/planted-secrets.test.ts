import { beforeAll, describe, expect, it } from 'vitest';
import { readShareHash } from '../../../src/ui/state/share-link.ts';
import { askCluster, openInApp, visitApp } from '../../browser/browser.ts';

const PLANTED = 'hunter2-planted';
const ENCODED = btoa(PLANTED);
const BOOTSTRAP = 'abcdef.0123456789uvwxyz';
const KUBECONFIG = `users:\n- name: admin\n  user:\n    password: ${PLANTED}\n    token: ${PLANTED}\n`;

const OBJECTS: readonly (readonly [string, object])[] = [
  ['/api/v1/namespaces', { metadata: { name: 'planted' } }],
  [
    '/api/v1/namespaces/planted/secrets',
    { metadata: { name: 'login', annotations: { note: PLANTED } }, stringData: { password: PLANTED } },
  ],
  [
    '/api/v1/namespaces/kube-system/secrets',
    {
      metadata: { name: 'bootstrap-token-abcdef' },
      type: 'bootstrap.kubernetes.io/token',
      stringData: { 'token-id': 'abcdef', 'token-secret': '0123456789uvwxyz' },
    },
  ],
  [
    '/api/v1/namespaces/planted/configmaps',
    {
      metadata: { name: 'kubeconfig' },
      data: { config: KUBECONFIG, header: `Authorization: Bearer ${PLANTED}`, join: BOOTSTRAP },
    },
  ],
];

describe('a planted secret', () => {
  const visit = visitApp({ hasSample: false });
  let token: string;
  const expectNothingIn = (text: string): void => {
    for (const secret of [
      PLANTED,
      ENCODED,
      '0123456789uvwxyz',
      btoa('0123456789uvwxyz'),
      token,
      token.split('.')[2] ?? '',
    ])
      expect(text).not.toContain(secret);
  };

  beforeAll(async () => {
    await visit.page.getByRole('button', { name: /^Cluster: / }).waitFor();
    for (const [path, object] of OBJECTS)
      expect([
        path,
        (await askCluster(visit.page, path, { method: 'POST', body: JSON.stringify(object) })).httpStatus,
      ]).toEqual([path, 201]);
    const account = '/api/v1/namespaces/kube-system/serviceaccounts/default/token';
    const kind = { apiVersion: 'authentication.cluster.io/v1', kind: 'TokenRequest', spec: { audiences: ['planted'] } };
    const issued = await askCluster(visit.page, account, { method: 'POST', body: JSON.stringify(kind) });
    expect([issued.httpStatus, issued.message]).toEqual([201, undefined]);
    token = (issued.status as { token: string }).token;
    const denied = {
      method: 'POST',
      body: JSON.stringify({ metadata: { name: 'x' }, stringData: { password: PLANTED }, kind: 'Wrong' }),
    };
    await askCluster(visit.page, '/api/v1/namespaces/planted/secrets', denied);
  });

  it('is in no trace', async () => {
    const traces = await askCluster(visit.page, '/apis/debug.tabplane.dev/v1alpha1/requesttraces');
    expect((traces.items as unknown[]).length).toBeGreaterThan(OBJECTS.length);
    expectNothingIn(JSON.stringify(traces));
  });

  it.each(['/requests', '/timeline', '/connect', '/?namespace=planted', '/objects/core/v1/secrets?namespace=planted'])(
    'is not shown by %s',
    async (path) => {
      await openInApp(visit.page, path);
      await visit.page.locator('h1').first().waitFor();
      await visit.page.waitForTimeout(300);
      expectNothingIn((await visit.page.locator('body').textContent()) ?? '');
    },
  );

  it('is not in a share link unless an object of another kind holds it', async () => {
    await openInApp(visit.page, '/export');
    await visit.page.getByRole('button', { name: 'Create share link' }).click();
    const link = (await visit.page.getByLabel('Share link', { exact: true }).textContent()) ?? '';
    const { yaml } = await readShareHash(new URL(link).hash);
    expect(yaml).toContain('kind: ConfigMap');
    expect(yaml).not.toContain('kind: Secret');
    expect(yaml).not.toContain(ENCODED);
    expect(yaml).not.toContain(token);
  });

  it('is not in metrics, health checks or discovery documents', async () => {
    for (const path of ['/metrics', '/readyz?verbose', '/apis', '/version']) {
      const text = await visit.page.evaluate(async (address) => {
        const headers = { authorization: 'Bearer tabplane-admin' };
        return (await fetch(address, { headers })).text();
      }, path);
      expectNothingIn(text);
    }
  });
});
