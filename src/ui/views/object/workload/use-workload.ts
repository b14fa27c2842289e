import { useMemo } from 'react';
import { dialectNamed } from '../../../../api/dialect.ts';
import type { ControllerRevision, ReplicaSet } from '../../../../api/kinds/apps-v1.generated.ts';
import { type DiscoveredResource, findResource } from '../../../../client/discovery.ts';
import { controlledBy, podSelector, type Workload } from '../../../../client/objects/workload.ts';
import { useDiscovery } from '../../../hooks/use-application.ts';
import { useCollection, useTable } from '../../../hooks/use-collection.ts';
import { dialectOf } from '../../../state/dialect-names.ts';
import { type PodRow, podRows } from '../../../state/objects/workloads/pod-rows.ts';
import { controllerRevisions, deploymentRevisions, type Revision } from '../../../state/objects/workloads/revisions.ts';
import type { CollectionState } from '../../../state/stores/collection-store.ts';

export type PodsState = Omit<CollectionState<PodRow>, 'failures'>;
export interface WorkloadState {
  /** Undefined for kinds without revisions. */
  readonly revisions: readonly Revision[] | undefined;
  /** The replica sets of a deployment; empty for other kinds. */
  readonly sets: readonly ReplicaSet[];
  readonly pods: PodsState;
}

const HOLDERS: Readonly<Record<string, string>> = {
  deployments: 'replicasets',
  statefulsets: 'controllerrevisions',
  daemonsets: 'controllerrevisions',
};

const NO_SETS: readonly ReplicaSet[] = [];

/** Returns the live revisions and pods of a workload. */
export function useWorkload({ resource, group }: DiscoveredResource, workload: Workload): WorkloadState {
  const discovery = useDiscovery();
  const labelSelector = podSelector(workload);
  const { namespace = '' } = workload.metadata;
  const at = (found: DiscoveredResource | undefined) =>
    found && labelSelector
      ? { group: found.group, version: found.version, resource: found.resource, namespace }
      : undefined;
  const plural = HOLDERS[resource];
  const options = labelSelector ? { labelSelector } : {};
  const held = useCollection<ReplicaSet | ControllerRevision>(
    plural ? at(findResource(discovery, plural, group)) : undefined,
    options,
  );
  const table = useTable(at(findResource(discovery, 'pods', '')), options);
  const holders = useMemo(() => controlledBy(held.items, [workload], (item) => item), [held.items, workload]);
  const pods = useMemo(() => {
    const owners = resource === 'deployments' ? holders : [workload];
    return podRows(
      controlledBy(table.items, owners, ({ object }) => object),
      table.columns,
    );
  }, [table.items, table.columns, holders, workload, resource]);
  const dialect = dialectNamed(dialectOf(discovery));
  const sets = resource === 'deployments' ? (holders as readonly ReplicaSet[]) : NO_SETS;
  const revisions = useMemo(() => {
    if (!plural) return undefined;
    return resource === 'deployments'
      ? deploymentRevisions(workload, sets, dialect)
      : controllerRevisions(workload, holders as readonly ControllerRevision[], dialect);
  }, [plural, resource, workload, sets, holders, dialect]);
  return {
    revisions,
    sets,
    pods: { items: pods, isLoaded: table.isLoaded || !labelSelector, error: table.error, retry: table.retry },
  };
}
