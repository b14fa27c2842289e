import { describe, expect, it } from 'vitest';
import type { ApiClient, ListOptions } from '../../../src/client/api-client.ts';
import type { DiscoveredResource, Discovery } from '../../../src/client/discovery.ts';
import type { ResourceAddress } from '../../../src/client/resource-path.ts';
import { type ReadDeletion, readDeletion } from '../../../src/ui/commands/read-deletion.ts';

const resource = (kind: string, plural: string): DiscoveredResource => ({
  group: '',
  version: 'v1',
  kind,
  resource: plural,
  namespaced: true,
  preferred: true,
  verbs: ['list', 'delete'],
  shortNames: [],
  categories: [],
  subresources: [],
});
const PODS = resource('Pod', 'pods');
const CONFIG_MAPS = resource('ConfigMap', 'configmaps');
const SECRETS = resource('Secret', 'secrets');
const named = (name: string) => ({ metadata: { namespace: 'shop', name } });

/** The pages of each resource; a resource without pages is forbidden. */
const PAGES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  pods: [['web-1'], ['web-2']],
  configmaps: [['colors']],
};

const listed: (string | undefined)[] = [];
const client = {
  get: async ({ name = '' }: ResourceAddress) => {
    if (name === 'gone') throw new Error('not found');
    return named(name);
  },
  list: async ({ resource: plural, namespace }: ResourceAddress, { continue: token = '0' }: ListOptions) => {
    listed.push(namespace);
    if (namespace === 'closed') throw new Error('forbidden');
    const pages = PAGES[plural];
    if (!pages) throw new Error('forbidden');
    const next = Number(token) + 1;
    const metadata = next < pages.length ? { continue: String(next) } : {};
    return { metadata, items: (pages[Number(token)] ?? []).map(named) };
  },
} as unknown as ApiClient;

async function read(
  names: readonly string[],
  resources: readonly DiscoveredResource[] = [PODS, CONFIG_MAPS, SECRETS],
  namespaces: readonly string[] = ['shop'],
): Promise<ReadDeletion[]> {
  const deleted = namespaces.flatMap((namespace) => names.map((name) => ({ namespace, name, uid: undefined })));
  const discovery = { groups: [], resources } as unknown as Discovery;
  const all: ReadDeletion[] = [];
  for await (const one of readDeletion(client, discovery, PODS, deleted, new AbortController().signal)) all.push(one);
  return all;
}
const namesOf = ({ known }: ReadDeletion) =>
  [...known].map(([kind, objects]) => [kind, ...objects.map(({ metadata }) => metadata.name)]).sort();

describe('reading what a deletion affects', () => {
  it('yields the first page of each kind, and then all pages', async () => {
    const [first, whole, ...others] = await read(['web-2']);
    expect(first && namesOf(first)).toEqual([
      ['core/ConfigMap', 'colors'],
      ['core/Pod', 'web-1'],
    ]);
    expect(first?.isComplete).toBe(false);
    expect(whole && namesOf(whole)).toEqual([
      ['core/ConfigMap', 'colors'],
      ['core/Pod', 'web-1', 'web-2'],
    ]);
    expect(whole?.isComplete).toBe(true);
    expect(others).toEqual([]);
  });

  it('yields once when no kind has more than a page', async () => {
    expect((await read(['web-2'], [CONFIG_MAPS])).map(({ isComplete }) => isComplete)).toEqual([true]);
  });

  it('reads the objects to delete by name, and leaves out those that do not exist', async () => {
    const [first] = await read(['web-2', 'gone']);
    expect(first?.roots).toEqual([{ ...named('web-2'), apiVersion: 'v1', kind: 'Pod' }]);
  });

  it('names the kinds that cannot be listed', async () => {
    for (const { unknown } of await read(['web-2'])) expect(unknown).toEqual(['Secret']);
  });

  it('reads only the namespaces of the objects, and keeps what it could read of a kind', async () => {
    listed.length = 0;
    const [first] = await read(['web-2'], [CONFIG_MAPS], ['shop', 'closed']);
    expect(listed).toEqual(['shop', 'closed']);
    expect(first && namesOf(first)).toEqual([['core/ConfigMap', 'colors']]);
    expect(first?.unknown).toEqual(['ConfigMap']);
  });

  it('reads all namespaces at once when the objects are in many', async () => {
    listed.length = 0;
    await read(['web-2'], [CONFIG_MAPS], [...'abcdefghi']);
    expect(listed).toEqual([undefined]);
  });
});
