import type { ResourceBehavior } from '../resource-definition.ts';
import { controllerrevisions } from './controllerrevisions.ts';
import { daemonsets } from './daemonsets.ts';
import { deployments } from './deployments.ts';
import { replicasets } from './replicasets.ts';
import { statefulsets } from './statefulsets.ts';

export const appsResources: readonly ResourceBehavior[] = [
  controllerrevisions,
  daemonsets,
  deployments,
  replicasets,
  statefulsets,
];
