import type { ResourceBehavior } from '../resource-definition.ts';
import { endpointslices } from './endpointslices.ts';

export const discoveryResources: readonly ResourceBehavior[] = [endpointslices];
