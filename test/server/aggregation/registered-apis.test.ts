import { describe, expect, test } from 'vitest';
import { registeredApi } from '../../../src/server/aggregation/registered-api.ts';
import { RegisteredApis } from '../../../src/server/aggregation/registered-apis.ts';

const service = { namespace: 'ns', name: 'api' };

function registered(name: string, groupPriorityMinimum: number, versionPriority: number, more: object = {}) {
  const [version = ''] = name.split('.', 1);
  const spec = { group: name.slice(version.length + 1), version, groupPriorityMinimum, versionPriority, ...more };
  return registeredApi({ apiVersion: '', kind: 'APIService', metadata: { name }, spec });
}

function apisOf(...apis: ReturnType<typeof registered>[]): RegisteredApis {
  const all = new RegisteredApis();
  for (const api of apis) all.set(api);
  return all;
}

describe('the order of registered groups', () => {
  test('Groups with a higher priority come first; equal ones are ordered by the name of their first APIService', () => {
    const apis = apisOf(
      registered('v1.b.example', 100, 1),
      registered('v2.a.example', 100, 1),
      registered('v1.c.example', 200, 1),
    );
    expect(apis.groups.map(({ group }) => group)).toEqual(['c.example', 'b.example', 'a.example']);
  });

  test('The priority of a group is the highest one among its versions', () => {
    const apis = apisOf(
      registered('v1.low.example', 1, 1),
      registered('v1.other.example', 50, 1),
      registered('v2.low.example', 100, 1),
    );
    expect(apis.groups.map(({ group }) => group)).toEqual(['low.example', 'other.example']);
  });

  test('Versions are ordered by their priority, then as Kubernetes orders versions; the first one is preferred', () => {
    const versions = ['v1beta1', 'v2', 'v10', 'v11alpha2'].map((each) => registered(`${each}.x.example`, 1, 100));
    const apis = apisOf(...versions, registered('v1alpha1.x.example', 1, 200));
    expect(apis.groups).toEqual([
      { group: 'x.example', versions: ['v1alpha1', 'v10', 'v2', 'v1beta1', 'v11alpha2'], preferred: 'v1alpha1' },
    ]);
  });

  test('A removed APIService is no longer listed', () => {
    const apis = apisOf(registered('v1.x.example', 1, 1), registered('v2.x.example', 1, 1));
    apis.delete('v2.x.example');
    expect(apis.groups).toEqual([{ group: 'x.example', versions: ['v1'], preferred: 'v1' }]);
    apis.delete('v1.x.example');
    expect(apis.groups).toEqual([]);
  });
});

describe('the server that answers at a path', () => {
  const apis = apisOf(registered('v1.x.example', 1, 1, { service }), registered('v2.x.example', 1, 1));

  test.each(['/apis/x.example/v1', '/apis/x.example/v1/', '/apis/x.example/v1/namespaces/a/things/b'])(
    '%s is answered by the extension API server',
    (path) => expect(apis.remoteAt(path)?.service).toEqual({ ...service, port: 443 }),
  );

  test.each(['/apis/x.example', '/apis/x.example/v2/things', '/apis/y.example/v1', '/api/v1/pods', '/openapi/v2', '/'])(
    '%s is answered by this server',
    (path) => expect(apis.remoteAt(path)).toBeUndefined(),
  );

  test('An APIService v1. with a service takes over the whole core group', () => {
    const legacy = apisOf(registered('v1.', 1, 1, { service }));
    expect(legacy.remoteAt('/api/v1/pods')).toBeDefined();
    expect(legacy.remoteAt('/api')).toBeDefined();
    expect(legacy.remoteAt('/apis')).toBeUndefined();
  });
});

test('The certificate must be for <name>.<namespace>.svc and from an authority in caBundle', () => {
  const caBundle = btoa('certificates');
  expect(registered('v1.x.example', 1, 1, { service, caBundle }).remote?.trust).toEqual({
    serverName: 'api.ns.svc',
    certificateAuthorities: 'certificates',
  });
  expect(registered('v1.x.example', 1, 1, { service, insecureSkipTLSVerify: true }).remote?.trust).toEqual({
    serverName: 'api.ns.svc',
    insecureSkipVerify: true,
  });
});
