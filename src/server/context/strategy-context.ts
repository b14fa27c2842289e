import type { UserInfo } from '../../api/user-info.ts';
import type { StrategyContext } from '../../resources/resource-definition.ts';
import type { ContextBeforeAdmission } from './server-context.ts';

/** Returns the parts of the server that the code of a kind may use. */
export const strategyContext = (
  { server, user }: { server: ContextBeforeAdmission; user: UserInfo },
  dryRun: boolean,
  version?: string,
): StrategyContext => ({
  dialect: server.dialect,
  clock: server.clock,
  random: server.random,
  reader: server.reader,
  user,
  dryRun,
  ...(version === undefined ? {} : { version }),
  serviceRanges: server.serviceRanges,
  isClaimed: (claim) => server.claims.has(claim),
});
