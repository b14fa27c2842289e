import type { ResourceBehavior } from '../resource-definition.ts';
import { customresourcedefinitions } from './customresourcedefinitions.ts';

export const apiextensionsResources: readonly ResourceBehavior[] = [customresourcedefinitions];
