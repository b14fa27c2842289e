import { Breadcrumb, BreadcrumbItem, PageSection, Title } from '@patternfly/react-core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { parseApiVersion } from '../../../api/object.ts';
import { findKind } from '../../../client/discovery.ts';
import { UnknownResource } from '../../components/notices/UnknownResource.tsx';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { objectParameters, resourceAt, resourceParameters } from '../../state/objects/addresses.ts';
import { pluralKind } from '../../state/objects/navigation.ts';
import { objectTemplate } from '../../state/objects/object-template.ts';
import { YamlEditor } from '../yaml/YamlEditor.tsx';

const route = getRouteApi('/create/$group/$version/$resource');

/** Creates an object from a YAML template. */
export function CreateView() {
  const parameters = route.useParams();
  const { namespace } = route.useSearch();
  const discovery = useDiscovery();
  const resource = resourceAt(discovery, parameters);
  const { notifications } = useApplication();
  const navigate = useNavigate();
  useTitle(`Create ${resource?.kind ?? parameters.resource}`);
  if (!resource) return <UnknownResource {...parameters} />;
  return (
    <>
      <PageSection className="tp-header" hasBodyWrapper={false}>
        <Breadcrumb>
          <BreadcrumbItem>
            <Link to="/objects/$group/$version/$resource" params={resourceParameters(resource)}>
              {pluralKind(resource)}
            </Link>
          </BreadcrumbItem>
          <BreadcrumbItem isActive>Create</BreadcrumbItem>
        </Breadcrumb>
        <Title headingLevel="h1">Create {resource.kind}</Title>
      </PageSection>
      <PageSection className="tp-fill" isFilled hasBodyWrapper={false}>
        <YamlEditor
          key={`${resource.group}/${resource.resource}`}
          resource={resource}
          template={objectTemplate(resource, namespace)}
          namespace={namespace}
          onSaved={({ apiVersion, kind, metadata }) => {
            notifications.getState().notify('success', `Created ${kind} ${metadata.name}`);
            // The user may have written an object of another kind.
            const stored = findKind(discovery, kind, parseApiVersion(apiVersion).group) ?? resource;
            void navigate({
              to: '/objects/$group/$version/$resource/$in/$name',
              params: objectParameters(stored, metadata),
            });
          }}
        />
      </PageSection>
    </>
  );
}
