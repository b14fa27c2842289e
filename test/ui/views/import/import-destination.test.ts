import { expect, test } from 'vitest';
import type { ApiObject } from '../../../../src/api/object.ts';
import type { DiscoveredResource, Discovery } from '../../../../src/client/discovery.ts';
import { importDestination } from '../../../../src/ui/views/import/import-destination.ts';

const served = (kind: string, namespaced = true): DiscoveredResource => ({
  ...{ group: '', version: 'v1', resource: `${kind.toLowerCase()}s`, kind, namespaced },
  ...{ verbs: ['list'], shortNames: [], categories: [], subresources: [], preferred: true },
});
const discovery: Discovery = {
  resources: [served('ConfigMap'), served('Secret'), served('Namespace', false)],
  failed: [],
};
const object = (kind: string, name?: string, namespace?: string): ApiObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { ...(name ? { name } : { generateName: 'g-' }), ...(namespace ? { namespace } : {}) },
});
const destinationOf = (...objects: ApiObject[]) => importDestination(objects, discovery, 'default');
const configMaps = { group: 'core', version: 'v1', resource: 'configmaps' };

test('a single object leads to its page', () => {
  expect(destinationOf(object('ConfigMap', 'a'))).toEqual({
    type: 'object',
    params: { ...configMaps, in: 'default', name: 'a' },
  });
  expect(destinationOf(object('Namespace', 'shop'))).toMatchObject({ params: { in: '-', name: 'shop' } });
});

test('objects of one kind lead to its list, in their common namespace', () => {
  const list = { type: 'list', params: configMaps };
  expect(destinationOf(object('ConfigMap'))).toEqual({ ...list, namespace: 'default' });
  expect(destinationOf(object('ConfigMap', 'a', 'x'), object('ConfigMap', 'b', 'x'))).toEqual({
    ...list,
    namespace: 'x',
  });
  expect(destinationOf(object('ConfigMap', 'a', 'x'), object('ConfigMap', 'b'))).toEqual({
    ...list,
    namespace: undefined,
  });
});

test('objects of several kinds lead to the overview', () => {
  const [one, two] = [object('ConfigMap', 'a', 'x'), object('Secret', 'b', 'x')];
  expect(destinationOf(one, two)).toEqual({ type: 'overview', namespace: 'x' });
  expect(destinationOf(one, two, object('Namespace', 'x'))).toEqual({ type: 'overview', namespace: undefined });
});

test('an import without objects has no destination', () => {
  expect(destinationOf()).toBeUndefined();
  expect(destinationOf(object('Unknown', 'a'))).toBeUndefined();
});
