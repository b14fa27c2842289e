import type { ResourceBehavior } from '../resource-definition.ts';
import { apiservices } from './apiservices.ts';

export const apiregistrationResources: readonly ResourceBehavior[] = [apiservices];
