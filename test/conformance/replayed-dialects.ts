import type { DialectName } from '../../src/api/dialect.ts';
import { REPLAY_HOSTS, type ReplayHost } from './replay-result.ts';
import { isKnownGap, type Scenario, scenarios } from './scenarios.ts';

export const DIALECTS = ['kubernetes', 'cluster'] as const satisfies readonly DialectName[];

/**
 * Returns the dialects in which a run replays a conversation on a host: both in memory, and one on every other host,
 * each for half of the conversations. A host does not know the names of a dialect. Known gaps are replayed in each dialect
 * in which they must differ, and everything is replayed when `TABPLANE_REPLAYS` is `all`.
 */
export function replayedDialects(scenario: Scenario, host: ReplayHost): readonly DialectName[] {
  if (host === 'memory' || process.env.TABPLANE_REPLAYS === 'all') return DIALECTS;
  const turn = (scenarios.indexOf(scenario) + REPLAY_HOSTS.indexOf(host)) % DIALECTS.length;
  return DIALECTS.filter((dialect, index) => index === turn || isKnownGap(scenario.id, dialect));
}
