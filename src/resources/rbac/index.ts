import type { ResourceBehavior } from '../resource-definition.ts';
import { clusterrolebindings } from './clusterrolebindings.ts';
import { clusterroles } from './clusterroles.ts';
import { rolebindings } from './rolebindings.ts';
import { roles } from './roles.ts';

export const rbacResources: readonly ResourceBehavior[] = [clusterrolebindings, clusterroles, rolebindings, roles];
