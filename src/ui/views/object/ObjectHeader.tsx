import { Breadcrumb, BreadcrumbItem, Button, Flex, FlexItem, Label, PageSection, Title } from '@patternfly/react-core';
import { Link, useNavigate } from '@tanstack/react-router';
import { memo, type ReactNode, useState } from 'react';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import type { Mark } from '../../../client/states/state.ts';
import { DeleteDialog } from '../../components/dialogs/DeleteDialog.tsx';
import { StatusLabel } from '../../components/table/StatusLabel.tsx';
import { resourceParameters } from '../../state/objects/addresses.ts';
import { pluralKind } from '../../state/objects/navigation.ts';
import { MoreActions } from './MoreActions.tsx';

interface ObjectHeaderProps {
  readonly resource: DiscoveredResource;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly uid: string | undefined;
  /** The state in one or two words, with its mark and reason; undefined for kinds without states. */
  readonly state: string | undefined;
  readonly mark: Mark | undefined;
  readonly reason: string | undefined;
  /** The actions of the kind, besides deletion. */
  readonly actions: ReactNode;
}

/** Breadcrumbs, name, state and actions of an object. Memoized, because its status changes more often than its state. */
export const ObjectHeader = memo(function ObjectHeader(props: ObjectHeaderProps) {
  const { resource, name, namespace, uid, state, mark, reason, actions } = props;
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const toList = { to: '/objects/$group/$version/$resource', params: resourceParameters(resource) } as const;
  return (
    <PageSection className="tp-header" hasBodyWrapper={false}>
      <Breadcrumb>
        <BreadcrumbItem>
          <Link {...toList}>{pluralKind(resource)}</Link>
        </BreadcrumbItem>
        {namespace && (
          <BreadcrumbItem>
            <Link {...toList} search={(old) => ({ ...old, namespace })}>
              {namespace}
            </Link>
          </BreadcrumbItem>
        )}
        <BreadcrumbItem isActive>{name}</BreadcrumbItem>
      </Breadcrumb>
      <Flex alignItems={{ default: 'alignItemsCenter' }} gap={{ default: 'gapMd' }}>
        <Title headingLevel="h1" className="tp-object-title">
          {name}
        </Title>
        <Label isCompact variant="outline">
          {resource.kind}
        </Label>
        {state && mark && <StatusLabel status={mark}>{state}</StatusLabel>}
        <FlexItem align={{ default: 'alignRight' }}>
          <Flex gap={{ default: 'gapSm' }}>
            {actions}
            <MoreActions {...{ resource, name, namespace }} />
            {resource.verbs.includes('delete') && (
              <Button variant="secondary" isDanger onClick={() => setDeleting(true)}>
                Delete
              </Button>
            )}
          </Flex>
        </FlexItem>
      </Flex>
      {reason && <p className="tp-state-reason">{reason}</p>}
      {isDeleting && (
        <DeleteDialog
          resource={resource}
          names={[{ name, namespace, uid }]}
          onClose={() => setDeleting(false)}
          onDone={() => void navigate(toList)}
        />
      )}
    </PageSection>
  );
});
