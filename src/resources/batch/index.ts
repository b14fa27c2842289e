import type { ResourceBehavior } from '../resource-definition.ts';
import { cronjobs } from './cronjobs.ts';
import { jobs } from './jobs.ts';

export const batchResources: readonly ResourceBehavior[] = [cronjobs, jobs];
