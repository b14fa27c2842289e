import { admissionregistrationResources } from './admissionregistration/index.ts';
import { apiextensionsResources } from './apiextensions/index.ts';
import { apiregistrationResources } from './apiregistration/index.ts';
import { appsResources } from './apps/index.ts';
import { autoscalingResources } from './autoscaling/index.ts';
import { batchResources } from './batch/index.ts';
import { certificatesResources } from './certificates/index.ts';
import { coordinationResources } from './coordination/index.ts';
import { coreResources } from './core/index.ts';
import { discoveryResources } from './discovery/index.ts';
import { eventsResources } from './events/index.ts';
import { flowcontrolResources } from './flowcontrol/index.ts';
import { internalResources } from './internal/index.ts';
import { networkingResources } from './networking/index.ts';
import { nodeResources } from './node/index.ts';
import { policyResources } from './policy/index.ts';
import { rbacResources } from './rbac/index.ts';
import { resourceResources } from './resource/index.ts';
import type { ResourceBehavior } from './resource-definition.ts';
import { schedulingResources } from './scheduling/index.ts';
import { storageResources } from './storage/index.ts';

/** Every kind with code of its own; the others need none. */
export const behaviors: readonly ResourceBehavior[] = [
  ...admissionregistrationResources,
  ...apiextensionsResources,
  ...apiregistrationResources,
  ...appsResources,
  ...autoscalingResources,
  ...batchResources,
  ...certificatesResources,
  ...coordinationResources,
  ...coreResources,
  ...discoveryResources,
  ...eventsResources,
  ...flowcontrolResources,
  ...internalResources,
  ...networkingResources,
  ...nodeResources,
  ...policyResources,
  ...rbacResources,
  ...resourceResources,
  ...schedulingResources,
  ...storageResources,
];
