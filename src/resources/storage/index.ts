import type { ResourceBehavior } from '../resource-definition.ts';
import { csidrivers } from './csidrivers.ts';
import { csinodes } from './csinodes.ts';
import { csistoragecapacities } from './csistoragecapacities.ts';
import { storageclasses } from './storageclasses.ts';
import { volumeattachments } from './volumeattachments.ts';

export const storageResources: readonly ResourceBehavior[] = [
  csidrivers,
  csinodes,
  csistoragecapacities,
  storageclasses,
  volumeattachments,
];
