import type { ResourceBehavior } from '../resource-definition.ts';
import { flowschemas } from './flowschemas.ts';
import { prioritylevelconfigurations } from './prioritylevelconfigurations.ts';

export const flowcontrolResources: readonly ResourceBehavior[] = [flowschemas, prioritylevelconfigurations];
