import { FormGroup, FormSelect, FormSelectOption, FormSelectOptionGroup } from '@patternfly/react-core';
import { groupResourceText } from '../../../api/object.ts';
import { findResource, preferredResources } from '../../../client/discovery.ts';
import { useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import { askedResource, DEFAULT_RESOURCE } from '../../state/access/access-question.ts';
import { DraftInput } from './DraftInput.tsx';
import { useAccessSearch } from './use-access-search.ts';

/** The fields of a resource request. */
export function ResourceFields() {
  const { search, change } = useAccessSearch();
  const discovery = useDiscovery();
  const resource = askedResource(search, discovery);
  const { subresource = '' } = search;
  const subresources = [...new Set([...(resource?.subresources ?? []), ...(subresource ? [subresource] : [])])].sort();
  return (
    <>
      <FormGroup label="Resource" fieldId="access-resource">
        <ResourceSelect />
      </FormGroup>
      {subresources.length > 0 && (
        <FormGroup label="Subresource" fieldId="access-subresource">
          <FormSelect
            id="access-subresource"
            value={subresource}
            onChange={(_, value) => change({ subresource: value || undefined })}
          >
            <FormSelectOption value="" label="None" />
            {subresources.map((name) => (
              <FormSelectOption key={name} value={name} label={name} />
            ))}
          </FormSelect>
        </FormGroup>
      )}
      <FormGroup label="Namespace" fieldId="access-namespace">
        {resource?.namespaced === false ? (
          <FormSelect id="access-namespace" value="" isDisabled>
            <FormSelectOption value="" label="None" />
          </FormSelect>
        ) : (
          <NamespaceSelect />
        )}
      </FormGroup>
      <FormGroup label="Name" fieldId="access-name">
        <DraftInput id="access-name" value={search.name} placeholder="Any" onChange={(name) => change({ name })} />
      </FormGroup>
    </>
  );
}

function ResourceSelect() {
  const { search, change } = useAccessSearch();
  const resources = preferredResources(useDiscovery());
  const groups = [...new Set(resources.map(({ group }) => group))];
  const asked = search.resource ?? DEFAULT_RESOURCE;
  const isKnown = resources.some((resource) => groupResourceText(resource) === asked);
  return (
    <FormSelect
      id="access-resource"
      value={asked}
      onChange={(_, value) => change({ resource: value, subresource: undefined })}
    >
      {!isKnown && <FormSelectOption value={asked} label={`${asked} (not served)`} />}
      {groups.map((group) => (
        <FormSelectOptionGroup key={group} label={group || 'core'}>
          {resources
            .filter((resource) => resource.group === group)
            .map((resource) => groupResourceText(resource))
            .sort()
            .map((name) => (
              <FormSelectOption key={name} value={name} label={name} />
            ))}
        </FormSelectOptionGroup>
      ))}
    </FormSelect>
  );
}

function NamespaceSelect() {
  const { search, change } = useAccessSearch();
  const { namespace = '' } = search;
  const { items } = useCollection(findResource(useDiscovery(), 'namespaces'));
  const names = [...new Set([...items.map(({ metadata }) => metadata.name ?? ''), namespace])].filter(Boolean).sort();
  return (
    <FormSelect
      id="access-namespace"
      value={namespace}
      onChange={(_, value) => change({ namespace: value || undefined })}
    >
      <FormSelectOption value="" label="All namespaces" />
      {names.map((name) => (
        <FormSelectOption key={name} value={name} label={name} />
      ))}
    </FormSelect>
  );
}
