import type { ResourceBehavior } from '../resource-definition.ts';
import { poddisruptionbudgets } from './poddisruptionbudgets.ts';

export const policyResources: readonly ResourceBehavior[] = [poddisruptionbudgets];
