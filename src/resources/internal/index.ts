import type { ResourceBehavior } from '../resource-definition.ts';
import { storageversions } from './storageversions.ts';

export const internalResources: readonly ResourceBehavior[] = [storageversions];
