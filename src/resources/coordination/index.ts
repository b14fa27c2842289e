import type { ResourceBehavior } from '../resource-definition.ts';
import { leases } from './leases.ts';

export const coordinationResources: readonly ResourceBehavior[] = [leases];
