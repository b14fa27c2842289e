import type { ResourceBehavior } from '../resource-definition.ts';
import { runtimeclasses } from './runtimeclasses.ts';

export const nodeResources: readonly ResourceBehavior[] = [runtimeclasses];
