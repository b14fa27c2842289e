import type { ResourceBehavior } from '../resource-definition.ts';
import { configmaps } from './configmaps.ts';
import { namespaces } from './namespaces.ts';
import { nodes } from './nodes.ts';
import { pods } from './pods.ts';
import { podtemplates } from './podtemplates.ts';
import { secrets } from './secrets.ts';
import { serviceaccounts } from './serviceaccounts.ts';

/** The kinds of the core group that have code of their own. */
export const coreResources: readonly ResourceBehavior[] = [
  configmaps,
  namespaces,
  nodes,
  pods,
  podtemplates,
  secrets,
  serviceaccounts,
];
