import type { Controller } from './controller.ts';
import * as rows from './controllers.ts';

/** Every controller, in no particular order. */
export const controllers: readonly Controller[] = Object.values(rows);
