import * as kinds from './kinds.ts';
import type { ResourceBehavior } from './resource-definition.ts';

/** The behavior of every kind with specific rules. */
export const behaviors: readonly ResourceBehavior[] = Object.values(kinds);
