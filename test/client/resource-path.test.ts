import { expect, test } from 'vitest';
import { type ResourceAddress, resourcePath } from '../../src/client/resource-path.ts';

test.each<[ResourceAddress, string]>([
  [{ group: '', version: 'v1', resource: 'nodes' }, '/api/v1/nodes'],
  [{ group: '', version: 'v1', resource: 'nodes', name: 'a b' }, '/api/v1/nodes/a%20b'],
  [{ group: '', version: 'v1', resource: 'pods', namespace: 'shop', name: '' }, '/api/v1/namespaces/shop/pods'],
  [{ group: 'apps', version: 'v1', resource: 'deployments', namespace: '' }, '/apis/apps/v1/deployments'],
  [
    { group: 'a/b', version: 'v1', resource: 'things', namespace: 'n/s', name: 'x?', subresource: 'status' },
    '/apis/a%2Fb/v1/namespaces/n%2Fs/things/x%3F/status',
  ],
])('the path of %j is %s', (address, path) => {
  expect(resourcePath(address)).toBe(path);
});
