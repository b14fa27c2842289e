import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../src/api/object.ts';
import { type ApiClient, createApiClient } from '../../../src/client/api-client.ts';
import { type DiscoveredResource, discover, findResource } from '../../../src/client/discovery.ts';
import { tryWrite } from '../../../src/ui/commands/restore-objects.ts';
import { differenceFromNow } from '../../../src/ui/commands/revision-difference.ts';
import { planRestoration } from '../../../src/ui/state/time/restoration.ts';
import { ADMIN, createWholeServer } from '../../server/whole-server.ts';

const ADDRESS = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
const NOTE = { ...ADDRESS, name: 'note' };

describe('the difference of a revision from now', () => {
  let client: ApiClient;
  let configMaps: DiscoveredResource;
  let first: ApiObject;

  beforeEach(async () => {
    const { server } = await createWholeServer();
    client = createApiClient({ baseUrl: 'http://cluster', fetch: (request) => server.fetch(request, { user: ADMIN }) });
    configMaps = findResource(await discover(client), 'configmaps') as DiscoveredResource;
    const note = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'note' }, data: { text: 'first' } };
    first = await client.create<ApiObject>(ADDRESS, note);
  });

  const application = () => ({ clientAt: () => client });
  const difference = () => differenceFromNow(application(), configMaps, first);
  const planned = async () => {
    const found = await difference();
    const [write] = planRestoration(found ? [found] : []).writes;
    if (!write) throw new Error('nothing is restored');
    return write;
  };

  it('is none while the object is as it was', async () => expect(await difference()).toBeUndefined());

  it('has the changed fields, and a dry run of the restoring write changes nothing', async () => {
    await client.patch(NOTE, 'merge', { data: { text: 'second' } });
    expect((await difference())?.changes).toEqual([
      { type: 'changed', field: 'data.text', before: 'first', after: 'second' },
    ]);
    expect(await tryWrite(application(), await planned())).toMatchObject({ data: { text: 'first' } });
    expect(await client.get(NOTE)).toMatchObject({ data: { text: 'second' } });
  });

  it('is a missing object after its deletion, which a dry run of its creation does not bring back', async () => {
    await client.delete(NOTE);
    expect(await difference()).toMatchObject({ after: undefined, changes: [] });
    expect(await tryWrite(application(), await planned())).toMatchObject({ data: { text: 'first' } });
    await expect(client.get(NOTE)).rejects.toThrow('not found');
  });

  it('has the changed fields of a lease, which comparisons of moments leave out', async () => {
    const leases = findResource(await discover(client), 'leases') as DiscoveredResource;
    const { group, version, resource } = leases;
    const address = { group, version, resource, namespace: 'default' };
    const spec = { holderIdentity: 'one' };
    const lease = { apiVersion: `${group}/${version}`, kind: 'Lease', metadata: { name: 'turn' }, spec };
    const before = await client.create<ApiObject>(address, lease);
    await client.patch({ ...address, name: 'turn' }, 'merge', { spec: { holderIdentity: 'two' } });
    const found = await differenceFromNow(application(), leases, before);
    expect(found?.changes).toEqual([{ type: 'changed', field: 'spec.holderIdentity', before: 'one', after: 'two' }]);
  });
});
