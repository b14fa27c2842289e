import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialectNamed } from '../../../../src/api/dialect.ts';
import { type ApiClient, createApiClient } from '../../../../src/client/api-client.ts';
import { type DiscoveredResource, discover } from '../../../../src/client/discovery.ts';
import { resourcePath } from '../../../../src/client/resource-path.ts';
import { objectTemplate } from '../../../../src/ui/state/objects/object-template.ts';
import { ADMIN, createWholeServer } from '../../../server/whole-server.ts';

/** Requires a request that is signed with a key. The view of certificates creates both. */
const WITHOUT_TEMPLATE = new Set(['CertificateSigningRequest']);

describe.each(['kubernetes', 'cluster'] as const)('the template of a new object in the dialect %s', (dialect) => {
  let cluster: Awaited<ReturnType<typeof createWholeServer>>;
  let client: ApiClient;
  let resources: readonly DiscoveredResource[];
  beforeAll(async () => {
    cluster = await createWholeServer({ flags: { dialect } });
    client = createApiClient({
      fetch: (request) => cluster.server.fetch(request, { user: ADMIN }),
      baseUrl: 'http://cluster',
    });
    resources = (await discover(client)).resources;
    await cluster.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  });
  afterAll(() => cluster.server.close());

  it('is accepted by the server for every kind that can be created', async () => {
    const refused: string[] = [];
    for (const resource of resources) {
      const isStored = resource.verbs.includes('create') && resource.verbs.includes('list');
      if (!isStored || WITHOUT_TEMPLATE.has(resource.kind)) continue;
      const { group, version, resource: plural, kind, namespaced } = resource;
      const path = resourcePath({ group, version, resource: plural, ...(namespaced ? { namespace: 'default' } : {}) });
      const init = { method: 'POST', headers: { 'content-type': 'application/yaml' } };
      const answer = client.request(`${path}?dryRun=All&fieldValidation=Strict`, {
        ...init,
        body: objectTemplate(resource, dialectNamed(dialect), 'default'),
      });
      await answer.catch((error: Error) => refused.push(`${group}/${version} ${kind}: ${error.message}`));
    }
    expect(refused).toEqual([]);
  });
});
