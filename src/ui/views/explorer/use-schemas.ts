import { groupResourceText } from '../../../api/object.ts';
import { type DiscoveredResource, preferredResources } from '../../../client/discovery.ts';
import { kindSchema, type Schemas, schemasOf } from '../../../kubectl/explanation/schema-fields.ts';
import { readOpenApi } from '../../commands/read-openapi.ts';
import { type Answer, useAnswer } from '../../hooks/use-answer.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { allFields, type FoundField } from '../../state/explorer/fields.ts';

/** Returns the schemas of a resource's group version, read again when discovery changes. */
export function useSchemas({ group, version }: DiscoveredResource): Answer<Schemas> {
  const { client } = useApplication();
  const served = useServed();
  return useAnswer(`${group}/${version}`, served, (signal) => schemasOf(client, group, version, signal));
}

/** Returns the fields of all kinds in their preferred versions. Groups without OpenAPI documents are left out. */
export function useAllFields(): Answer<readonly FoundField[]> {
  const { client } = useApplication();
  const resources = preferredResources(useDiscovery());
  return useAnswer('fields', useServed(), async (signal) => {
    const documents = await readOpenApi(client, resources, signal);
    const schemas: Schemas = Object.assign({}, ...documents.map(({ components }) => components?.schemas));
    return resources.flatMap((resource) => {
      const root = kindSchema(schemas, resource);
      return root ? allFields(schemas, root, { kind: resource.kind, resource: groupResourceText(resource) }) : [];
    });
  });
}

/** Returns a text that changes when other resources are served. */
const useServed = (): string =>
  useDiscovery()
    .resources.map(({ group, version, resource }) => `${group}/${version}/${resource}`)
    .join();
