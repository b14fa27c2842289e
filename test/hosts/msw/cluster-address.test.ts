import { afterEach, expect, it, vi } from 'vitest';
import { addressPattern, type ClusterAddress, inCluster } from '../../../src/hosts/msw/cluster-address.ts';

const belongs = (url: string, address: ClusterAddress = {}): boolean => addressPattern(address).test(url);

afterEach(() => vi.unstubAllGlobals());

it.each([
  '/api',
  '/api/',
  '/api/v1',
  '/api/v1/namespaces/default/pods/a',
  '/apis',
  '/apis/apps/v1/deployments',
  '/openapi/v3',
  '/version',
  '/healthz',
  '/livez/ping',
])('recognizes the path %s of the API', (path) => expect(belongs(`https://cluster.example${path}`)).toBe(true));

it.each(['/', '/api/users', '/api-docs', '/apis2', '/my/api/v1', '/versions', '/index.html', '/openapi.json'])(
  'leaves the path %s to the page',
  (path) => expect(belongs(`https://cluster.example${path}`)).toBe(false),
);

it('claims every path below a prefix, and no others', () => {
  const address = { prefix: '/k8s/clusters/a' };
  expect(belongs('http://localhost/k8s/clusters/a/api/users', address)).toBe(true);
  expect(belongs('http://localhost/k8s/clusters/a/', address)).toBe(true);
  expect(belongs('http://localhost/k8s/clusters/ab/api', address)).toBe(false);
  expect(belongs('http://localhost/api/v1', address)).toBe(false);
});

it('claims one origin, over HTTP and WebSocket', () => {
  const address = { origin: 'https://cluster.example:6443/' };
  expect(belongs('https://cluster.example:6443/api/v1', address)).toBe(true);
  expect(belongs('wss://cluster.example:6443/api/v1', address)).toBe(true);
  expect(belongs('https://cluster.example/api/v1', address)).toBe(false);
  expect(belongs('http://cluster.example:6443/api/v1', address)).toBe(false);
});

it('claims only the origin of the page when the page has one', () => {
  vi.stubGlobal('location', new URL('http://localhost:5173/pods'));
  expect(belongs('http://localhost:5173/api/v1')).toBe(true);
  expect(belongs('https://other.example/api/v1')).toBe(false);
  vi.stubGlobal('location', { origin: 'null' });
  expect(belongs('https://other.example/api/v1')).toBe(true);
});

it('removes the prefix and keeps the query', () => {
  const address = { prefix: '/k8s/clusters/a/' };
  const { href } = inCluster('wss://localhost/k8s/clusters/a/api/v1/pods?watch=1', address);
  expect(href).toBe('https://localhost/api/v1/pods?watch=1');
});
