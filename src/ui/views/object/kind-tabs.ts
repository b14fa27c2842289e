import type { ComponentType } from 'react';
import type { Dialect } from '../../../api/dialect.ts';
import type { ApiObject } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { type KindKey, kindKey } from '../../../client/objects/kind-key.ts';
import type { KindActionsProps } from './kind-actions.ts';
import { LogsTab } from './logs/LogsTab.tsx';
import { NodeHeaderActions } from './node/NodeHeaderActions.tsx';
import { NodeTab } from './node/NodeTab.tsx';
import { PodHeaderActions } from './PodHeaderActions.tsx';
import { RoleUsageTab } from './RoleUsageTab.tsx';
import { WorkloadHeaderActions } from './workload/WorkloadActions.tsx';
import { WorkloadTab } from './workload/WorkloadTab.tsx';

/** A tab that only some kinds have. */
export interface KindTab {
  /** Value of the search parameter `tab`. */
  readonly key: string;
  readonly title: string;
  readonly Content: ComponentType<{ readonly resource: DiscoveredResource; readonly object: ApiObject }>;
  /** The actions that fit the kind, in the header of the overview. The tab has its own. */
  readonly Actions?: ComponentType<KindActionsProps>;
}

const ROLLOUT: KindTab = { key: 'rollout', title: 'Rollout', Content: WorkloadTab, Actions: WorkloadHeaderActions };
const PODS: KindTab = { key: 'pods', title: 'Pods', Content: WorkloadTab, Actions: WorkloadHeaderActions };

const USAGE: KindTab = { key: 'usage', title: 'Usage', Content: RoleUsageTab };

/** Tabs that only some kinds have. */
const KIND_TABS: Readonly<Record<KindKey, KindTab>> = {
  'apps/Deployment': ROLLOUT,
  'apps/StatefulSet': ROLLOUT,
  'apps/DaemonSet': ROLLOUT,
  'apps/ReplicaSet': PODS,
  'batch/Job': PODS,
  'core/Pod': { key: 'logs', title: 'Logs', Content: LogsTab, Actions: PodHeaderActions },
  'core/Node': { ...PODS, Content: NodeTab, Actions: NodeHeaderActions },
  'rbac/Role': USAGE,
  'rbac/ClusterRole': USAGE,
};

/** Returns the tab that only this kind has. */
export const kindTabOf = (resource: DiscoveredResource, dialect: Dialect): KindTab | undefined =>
  KIND_TABS[kindKey(resource, dialect)];
