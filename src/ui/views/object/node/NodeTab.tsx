import './node.css';
import { Card, CardBody, CardTitle } from '@patternfly/react-core';
import { useMemo } from 'react';
import type { Node, Pod } from '../../../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../../../api/object.ts';
import { findResource } from '../../../../client/discovery.ts';
import { conditionsOf } from '../../../../client/objects/object-facts.ts';
import { useDiscovery } from '../../../hooks/use-application.ts';
import { useCollection, useTable } from '../../../hooks/use-collection.ts';
import { podRows } from '../../../state/objects/workloads/pod-rows.ts';
import { ConditionsCard } from '../ConditionsCard.tsx';
import { PodsCard } from '../workload/PodsCard.tsx';
import { CapacityCard } from './CapacityCard.tsx';
import { TaintsCard } from './TaintsCard.tsx';

/** The pods of a node, their requests, and the taints and conditions of the node. */
export function NodeTab({ object }: { readonly object: ApiObject }) {
  const node = object as Node;
  const pods = findResource(useDiscovery(), 'pods', '');
  const address = pods && { group: pods.group, version: pods.version, resource: pods.resource };
  const selection = { fieldSelector: `spec.nodeName=${node.metadata.name}` };
  const objects = useCollection<Pod>(address, selection);
  const table = useTable(address, selection);
  const rows = useMemo(() => podRows(table.items, table.columns), [table.items, table.columns]);
  const conditions = conditionsOf(object);
  return (
    <div className="tp-workload">
      <CapacityCard node={node} pods={objects.items} isLoaded={objects.isLoaded} />
      {(node.spec?.taints ?? []).length > 0 && <TaintsCard taints={node.spec?.taints ?? []} />}
      <PodsCard
        pods={{ items: rows, isLoaded: table.isLoaded, error: table.error, retry: table.retry }}
        ofNode
        emptyText="No pods. The scheduler assigns pods to nodes."
      />
      {conditions.length > 0 ? (
        <ConditionsCard conditions={conditions} />
      ) : (
        <Card isCompact>
          <CardTitle component="h2">Conditions</CardTitle>
          <CardBody className="tp-subtle">No conditions. The kubelet of a node reports them.</CardBody>
        </Card>
      )}
    </div>
  );
}
