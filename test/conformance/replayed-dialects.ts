import type { DialectName } from '../../src/api/dialect.ts';
import { REPLAY_HOSTS, type ReplayHost } from './replay-result.ts';
import { isKnownGap, type Scenario, scenarios } from './scenarios.ts';

export const DIALECTS = ['kubernetes', 'cluster'] as const satisfies readonly DialectName[];

/**
 * Areas about what an object contains and who may write it. The core decides that; storage and transport only carry the
 * object, which the conversations of all other areas test on every host.
 */
const AREAS_OF_CORE = ['apply', 'fields', 'kinds', 'patch', 'policies', 'rbac'];

const OTHER_HOSTS = REPLAY_HOSTS.filter((host) => host !== 'memory');

/**
 * Returns the dialects in which a run replays a conversation on a host: both in memory, and one elsewhere, each for half
 * of the conversations, because a host does not know the names of a dialect. Conversations of `AREAS_OF_CORE` are replayed
 * on one host besides memory, each host having its share. Known gaps are replayed in each dialect in which they must
 * differ, and everything is replayed when `TABPLANE_REPLAYS` is `all`.
 */
export function replayedDialects(scenario: Scenario, host: ReplayHost): readonly DialectName[] {
  if (host === 'memory' || process.env.TABPLANE_REPLAYS === 'all') return DIALECTS;
  const index = scenarios.indexOf(scenario);
  const isOfAnotherHost = AREAS_OF_CORE.includes(scenario.area) && OTHER_HOSTS[index % OTHER_HOSTS.length] !== host;
  const dialect = DIALECTS[(index + REPLAY_HOSTS.indexOf(host)) % DIALECTS.length];
  return DIALECTS.filter((one) => (one === dialect && !isOfAnotherHost) || isKnownGap(scenario.id, one));
}
