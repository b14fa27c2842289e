import { Card, CardBody, CardHeader, CardTitle } from '@patternfly/react-core';
import { Link } from '@tanstack/react-router';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { useCount } from '../../hooks/use-count.ts';
import { resourceParameters } from '../../state/objects/addresses.ts';
import { pluralKind } from '../../state/objects/navigation.ts';

interface CountCardProps {
  readonly resource: DiscoveredResource;
  /** None for all. */
  readonly namespaces: readonly string[];
}

export function CountCard({ resource, namespaces }: CountCardProps) {
  const count = useCount(resource, namespaces);
  return (
    <Card isCompact className="tp-count-card">
      <CardHeader>
        <CardTitle component="h2">
          <Link to="/objects/$group/$version/$resource" params={resourceParameters(resource)} className="tp-card-link">
            {pluralKind(resource)}
          </Link>
        </CardTitle>
      </CardHeader>
      <CardBody className="tp-count">{count?.toLocaleString('en') ?? '–'}</CardBody>
    </Card>
  );
}
