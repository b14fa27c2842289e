import { beforeAll, describe, expect, it } from 'vitest';
import { type DialectName, dialectNamed } from '../../src/api/dialect.ts';
import { startNodeHost } from '../../src/hosts/node/node.ts';
import { Client } from './generated/lib.mjs';
import {
  type GeneratedCase,
  generatedCases,
  generatedGaps,
  idsIn,
  unequalCases,
  VARYING_CASES,
} from './generated-cases.ts';
import { DIALECTS } from './replayed-dialects.ts';
import { conformanceFlags } from './scenarios.ts';

/** Flags of the real server beside those of the conversations. */
const FLAGS = {
  'feature-gates': 'ValidatingAdmissionPolicy=true',
  'authorization-mode': 'Node,RBAC',
  'service-cluster-ip-range': '10.96.0.0/16',
  'service-account-issuer': 'https://kubernetes.default.svc.cluster.local',
  'advertise-address': '192.0.2.1',
};

/** Sends the cases to a server of their own, over a socket: Fetch can neither send all methods nor repeat a header. */
async function judge(dialect: DialectName, cases: readonly GeneratedCase[]) {
  const host = await startNodeHost({
    port: 0,
    flags: conformanceFlags(dialectNamed(dialect), FLAGS),
    controllers: false,
  });
  const client = new Client(host.url ?? '');
  try {
    return await unequalCases(client, cases);
  } finally {
    client.agent.destroy();
    await host.close();
  }
}

describe.each(DIALECTS)('generated requests in the %s dialect', (dialect) => {
  const cases = generatedCases(dialect).filter(({ answers }) => answers);
  const gaps = new Set(
    [generatedGaps.both, generatedGaps[dialect]].flatMap((list) => Object.values(list).flatMap(idsIn)),
  );
  let unequal: Awaited<ReturnType<typeof judge>>;
  beforeAll(async () => {
    const varying = VARYING_CASES.map((id) => [id, ['it varies']] as const);
    unequal = new Map([...varying, ...(await judge(dialect, generatedCases(dialect)))]);
  }, 300_000);

  it.for([...new Set(cases.map(({ area }) => area))].sort())('%s: has the real answers', (area, { task }) => {
    const here = cases.filter((one) => one.area === area).map(({ id }) => id);
    const unexpected = here.filter((id) => unequal.has(id) && !gaps.has(id));
    task.meta.generated = { dialect, area, cases: here.length, equal: here.filter((id) => !unequal.has(id)).length };
    expect(Object.fromEntries(unexpected.map((id) => [id, unequal.get(id)]))).toEqual({});
  });

  it('lists no case that is equal', () => {
    expect([...gaps].filter((id) => !unequal.has(id))).toEqual([]);
  });
});
