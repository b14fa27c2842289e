import type { ComponentType } from 'react';
import type { ApiObject } from '../../../api/object.ts';
import { type DiscoveredResource, groupResourceKey } from '../../../client/discovery.ts';
import type { KindActionsProps } from './kind-actions.ts';
import { LogsTab } from './logs/LogsTab.tsx';
import { NodeHeaderActions } from './node/NodeHeaderActions.tsx';
import { NodeTab } from './node/NodeTab.tsx';
import { PodHeaderActions } from './PodHeaderActions.tsx';
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

/** Tabs that only some kinds have, by `group/resource`. */
const KIND_TABS: Readonly<Record<string, KindTab>> = {
  'apps/deployments': ROLLOUT,
  'apps/statefulsets': ROLLOUT,
  'apps/daemonsets': ROLLOUT,
  'apps/replicasets': PODS,
  'batch/jobs': PODS,
  '/pods': { key: 'logs', title: 'Logs', Content: LogsTab, Actions: PodHeaderActions },
  '/nodes': { ...PODS, Content: NodeTab, Actions: NodeHeaderActions },
};

/** Returns the tab that only this kind has. */
export const kindTabOf = (resource: DiscoveredResource): KindTab | undefined => KIND_TABS[groupResourceKey(resource)];
