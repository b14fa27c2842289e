import { Breadcrumb, BreadcrumbItem, PageSection, Skeleton, Title } from '@patternfly/react-core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { dialectNamed } from '../../../api/dialect.ts';
import { parseApiVersion } from '../../../api/object.ts';
import { type DiscoveredResource, findKind } from '../../../client/discovery.ts';
import { UnknownResource } from '../../components/notices/UnknownResource.tsx';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useNamespace } from '../../hooks/use-namespaces.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { dialectOf } from '../../state/dialect-names.ts';
import { objectParameters, resourceAt, resourceParameters } from '../../state/objects/addresses.ts';
import { pluralKind } from '../../state/objects/navigation.ts';
import { objectTemplate } from '../../state/objects/object-template.ts';
import { YamlEditor } from '../yaml/YamlEditor.tsx';
import { useRequiredFields } from './use-required-fields.ts';

const route = getRouteApi('/create/$group/$version/$resource');

/** Creates an object from a YAML template. */
export function CreateView() {
  const parameters = route.useParams();
  const resource = resourceAt(useDiscovery(), parameters);
  useTitle(`Create ${resource?.kind ?? parameters.resource}`);
  if (!resource) return <UnknownResource {...parameters} />;
  return <CreateObject key={`${resource.group}/${resource.resource}`} resource={resource} />;
}

function CreateObject({ resource }: { readonly resource: DiscoveredResource }) {
  const namespace = useNamespace();
  const discovery = useDiscovery();
  const required = useRequiredFields(resource);
  const { notifications } = useApplication();
  const navigate = useNavigate();
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
        {required ? (
          <YamlEditor
            resource={resource}
            template={objectTemplate(resource, dialectNamed(dialectOf(discovery)), namespace, required)}
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
        ) : (
          <Skeleton height="20rem" screenreaderText="Loading the required fields" />
        )}
      </PageSection>
    </>
  );
}
