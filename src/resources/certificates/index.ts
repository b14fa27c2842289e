import type { ResourceBehavior } from '../resource-definition.ts';
import { certificatesigningrequests } from './certificatesigningrequests.ts';

export const certificatesResources: readonly ResourceBehavior[] = [certificatesigningrequests];
