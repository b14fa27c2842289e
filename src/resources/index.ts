import * as kinds from './kinds.ts';
import type { ResourceBehavior } from './resource-definition.ts';

/** The behaviour of every kind that has code of its own. */
export const behaviors: readonly ResourceBehavior[] = Object.values(kinds);
