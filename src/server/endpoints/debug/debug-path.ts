import { DEBUG_GROUP } from '../../../api/debug/access-explanation.ts';

/** The path of the debug group. */
export const DEBUG_ROOT = `/apis/${DEBUG_GROUP}`;

/** Reports whether a path belongs to the debug group. */
export const isDebugPath = (path: string): boolean => path === DEBUG_ROOT || path.startsWith(`${DEBUG_ROOT}/`);
