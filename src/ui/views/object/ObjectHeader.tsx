import { Breadcrumb, BreadcrumbItem, Button, Flex, FlexItem, Label, PageSection, Title } from '@patternfly/react-core';
import { Link, useNavigate } from '@tanstack/react-router';
import { memo, useState } from 'react';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { DeleteDialog } from '../../components/dialogs/DeleteDialog.tsx';
import { resourceParameters } from '../../state/objects/addresses.ts';
import { pluralKind } from '../../state/objects/navigation.ts';

interface ObjectHeaderProps {
  readonly resource: DiscoveredResource;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly uid: string | undefined;
  readonly isTerminating: boolean;
}

/** Breadcrumbs, name and actions of an object. Memoized, because none of them follow its status. */
export const ObjectHeader = memo(function ObjectHeader(props: ObjectHeaderProps) {
  const { resource, name, namespace, uid, isTerminating } = props;
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
        {isTerminating && <Label status="warning">Terminating</Label>}
        {resource.verbs.includes('delete') && (
          <FlexItem align={{ default: 'alignRight' }}>
            <Button variant="secondary" isDanger onClick={() => setDeleting(true)}>
              Delete
            </Button>
          </FlexItem>
        )}
      </Flex>
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
