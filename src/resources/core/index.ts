import type { ResourceBehavior } from '../resource-definition.ts';
import { componentstatuses } from './componentstatuses.ts';
import { configmaps } from './configmaps.ts';
import { endpoints } from './endpoints.ts';
import { events } from './events.ts';
import { limitranges } from './limitranges.ts';
import { namespaces } from './namespaces.ts';
import { nodes } from './nodes.ts';
import { persistentvolumeclaims } from './persistentvolumeclaims.ts';
import { persistentvolumes } from './persistentvolumes.ts';
import { pods } from './pods.ts';
import { podtemplates } from './podtemplates.ts';
import { replicationcontrollers } from './replicationcontrollers.ts';
import { resourcequotas } from './resourcequotas.ts';
import { secrets } from './secrets.ts';
import { serviceaccounts } from './serviceaccounts.ts';
import { services } from './services.ts';

/** The kinds of the core group that have code of their own. */
export const coreResources: readonly ResourceBehavior[] = [
  componentstatuses,
  configmaps,
  endpoints,
  events,
  limitranges,
  namespaces,
  nodes,
  persistentvolumeclaims,
  persistentvolumes,
  pods,
  podtemplates,
  replicationcontrollers,
  resourcequotas,
  secrets,
  serviceaccounts,
  services,
];
