import { dialectNamed } from '../../../api/dialect.ts';
import { GROUP_VERSION_KIND_EXTENSION } from '../../../api/kubernetes-names.ts';
import { groupResourceText } from '../../../api/object.ts';
import { type DiscoveredResource, preferredResources } from '../../../client/discovery.ts';
import { kindSchema, type Schemas, schemasOf } from '../../../kubectl/explanation/schema-fields.ts';
import { type Answer, useAnswer } from '../../hooks/use-answer.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { dialectOf } from '../../state/dialect-names.ts';
import { allFields, type FoundField } from '../../state/explorer/fields.ts';

/** Returns the name of the extension that lists the kinds of a schema, in the dialect of the cluster. */
export const useKindExtension = (): string =>
  dialectNamed(dialectOf(useDiscovery())).rename(GROUP_VERSION_KIND_EXTENSION);

/** Returns the schemas of a resource's group version, read again when discovery changes. */
export function useSchemas({ group, version }: DiscoveredResource): Answer<Schemas> {
  const { client } = useApplication();
  const served = useServed();
  return useAnswer(`${group}/${version}`, served, (signal) => schemasOf(client, group, version, signal));
}

/** Returns the fields of all kinds in their preferred versions. Group versions that cannot be read are left out. */
export function useAllFields(): Answer<readonly FoundField[]> {
  const { client } = useApplication();
  const extension = useKindExtension();
  const resources = preferredResources(useDiscovery());
  return useAnswer('fields', useServed(), async (signal) => {
    const versions = new Map<string, Promise<Schemas>>();
    for (const { group, version } of resources) {
      const key = `${group}/${version}`;
      if (!versions.has(key))
        versions.set(
          key,
          schemasOf(client, group, version, signal).catch(() => ({})),
        );
    }
    const found = resources.map(async (resource) => {
      const schemas = (await versions.get(`${resource.group}/${resource.version}`)) ?? {};
      const root = kindSchema(schemas, extension, resource);
      return root ? allFields(schemas, root, { kind: resource.kind, resource: groupResourceText(resource) }) : [];
    });
    return (await Promise.all(found)).flat();
  });
}

/** Returns a text that changes when other resources are served. */
const useServed = (): string =>
  useDiscovery()
    .resources.map(({ group, version, resource }) => `${group}/${version}/${resource}`)
    .join();
