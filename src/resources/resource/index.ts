import type { ResourceBehavior } from '../resource-definition.ts';
import { podschedulingcontexts } from './podschedulingcontexts.ts';
import { resourceclaims } from './resourceclaims.ts';
import { resourceclaimtemplates } from './resourceclaimtemplates.ts';
import { resourceclasses } from './resourceclasses.ts';

export const resourceResources: readonly ResourceBehavior[] = [
  podschedulingcontexts,
  resourceclaims,
  resourceclaimtemplates,
  resourceclasses,
];
