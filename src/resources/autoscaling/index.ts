import type { ResourceBehavior } from '../resource-definition.ts';
import { horizontalpodautoscalers } from './horizontalpodautoscalers.ts';

export const autoscalingResources: readonly ResourceBehavior[] = [horizontalpodautoscalers];
