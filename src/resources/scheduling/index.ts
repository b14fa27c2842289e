import type { ResourceBehavior } from '../resource-definition.ts';
import { priorityclasses } from './priorityclasses.ts';

export const schedulingResources: readonly ResourceBehavior[] = [priorityclasses];
