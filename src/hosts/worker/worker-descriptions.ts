import type { LoadDescriptions } from '../../schema/openapi/descriptions.ts';
import type { WorkerApp } from './worker-app.ts';

/** The path of the file with the descriptions, and its Subresource Integrity hash; undefined in development. */
declare const DESCRIPTIONS_FILE: readonly [path: string, integrity: string] | undefined;

/**
 * Returns a loader for the texts of fields and types, which are a file of the app because a worker cannot import later.
 */
export const workerDescriptions =
  (app: Pick<WorkerApp, 'read'>): LoadDescriptions =>
  async () => {
    const [path, integrity] = typeof DESCRIPTIONS_FILE === 'undefined' ? ['/descriptions.json', ''] : DESCRIPTIONS_FILE;
    const response = await app.read(path, integrity);
    if (!response.ok) throw new TypeError(`${path}: the host responded with status ${response.status}`);
    return response.json();
  };
