import { quoted } from '../../api/field-error.ts';
import { isValidPathSegmentName } from '../../api/names.ts';
import { badRequest } from '../../api/status.ts';
import type { ServerContext } from '../context/server-context.ts';
import { FRESHNESS_WAIT_MILLISECONDS, tooLargeResourceVersion } from '../objects/resource-version.ts';

/** Waits briefly until the server has reached a revision. @throws StatusError 504 */
export async function waitUntilFresh({ objects, clock }: ServerContext, revision: number): Promise<void> {
  if (revision === 0 || (await objects.waitForRevision(revision, clock, FRESHNESS_WAIT_MILLISECONDS))) return;
  throw tooLargeResourceVersion(revision, objects.revision, 1);
}

/** Rejects a name that would lead to another key. @throws StatusError 400 */
export function checkPathName(name: string): void {
  const problems = isValidPathSegmentName(name);
  if (problems.length > 0) throw badRequest(`Name parameter invalid: ${quoted(name)}: ${problems.join(';')}`);
}
