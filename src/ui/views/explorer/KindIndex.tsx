import { Title } from '@patternfly/react-core';
import { apiVersionOf } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { FieldLink } from '../../components/FieldLink.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';

/** All kinds by group and version, in the server's order. */
export function KindIndex() {
  const { resources } = useDiscovery();
  const versions = new Map<string, DiscoveredResource[]>();
  for (const resource of resources) {
    const key = apiVersionOf(resource.group, resource.version);
    versions.set(key, [...(versions.get(key) ?? []), resource]);
  }
  return (
    <div className="tp-explorer-index">
      {[...versions].map(([apiVersion, all]) => (
        <section key={apiVersion} aria-label={apiVersion}>
          <Title headingLevel="h2" size="md">
            {apiVersion}
          </Title>
          <ul>
            {all.map((resource) => (
              <li key={resource.resource}>
                <FieldLink resource={resource} path={[]}>
                  {resource.kind}
                </FieldLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
