import { beforeEach, describe, expect, it } from 'vitest';
import type { Lease } from '../../src/api/kinds/coordination-v1.generated.ts';
import { LeaderElection } from '../../src/client/leader-election.ts';
import { address } from '../../src/client/typed-address.ts';
import { inProcessClient } from '../../src/embedding/users/in-process-client.ts';
import type { Server } from '../../src/server/create-server.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { createWholeServer } from '../server/whole-server.ts';

const leases = address('coordination.k8s.io/v1/leases', { namespace: 'kube-system' });
const NAME = 'kube-controller-manager';
const USER = { username: `system:${NAME}`, groups: ['system:authenticated'] };

describe('candidates for a Lease', () => {
  let server: Server;
  let clock: ManualClock;
  let leading: string[];
  /** The failure of a candidate's requests; undefined while they succeed. */
  let network: Record<string, 'fails' | 'hangs' | undefined>;

  beforeEach(async () => {
    ({ server } = await createWholeServer());
    [clock, leading, network] = [new ManualClock(), [], {}];
  });

  const lease = (): Promise<Lease> => inProcessClient(server, USER).get({ ...leases, name: NAME });

  function start(identity: string): LeaderElection {
    return new LeaderElection({
      client: inProcessClient(
        {
          ...server,
          answer: (...request) => {
            if (network[identity] === 'hangs') return new Promise(() => undefined);
            if (network[identity] === 'fails') return Promise.reject(new TypeError('connection refused'));
            return server.answer(...request);
          },
        },
        USER,
      ),
      ...{ clock, leases, identity, name: NAME },
      random: { bytes: (count) => new Uint8Array(count) },
      reportProblem: () => undefined,
      begin: () => {
        leading.push(identity);
        return async () => {
          leading = leading.filter((one) => one !== identity);
        };
      },
    });
  }

  /** Advances the clock in steps, and lets the server respond after each. */
  async function pass(seconds: number): Promise<void> {
    for (let step = 0; step < seconds; step++) {
      await clock.advance(1000);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  it('elect a leader, which renews the Lease', async () => {
    const first = start('first');
    await pass(1);
    const second = start('second');
    await pass(60);
    expect(leading).toEqual(['first']);
    const { spec } = await lease();
    expect(spec).toMatchObject({ holderIdentity: 'first', leaseDurationSeconds: 15, leaseTransitions: 0 });
    expect(Date.parse(spec?.renewTime ?? '')).toBeGreaterThan(55_000);
    expect(Date.parse(spec?.acquireTime ?? '')).toBeLessThan(5_000);
    await Promise.all([first.close(), second.close()]);
    expect(leading).toEqual([]);
  });

  it('elect another leader soon after the leader closes', async () => {
    const first = start('first');
    await pass(1);
    const second = start('second');
    await pass(5);
    await first.close();
    expect(leading).toEqual([]);
    await pass(4);
    expect(leading).toEqual(['second']);
    expect((await lease()).spec).toMatchObject({ holderIdentity: 'second', leaseTransitions: 1 });
    await second.close();
  });

  it.each(['fails', 'hangs'] as const)(
    'stop a leader whose network %s before they elect another one, within 20 seconds',
    async (how) => {
      const first = start('first');
      await pass(1);
      const second = start('second');
      await pass(5);
      network.first = how;
      const leaders: string[] = [];
      for (let second = 0; second < 20; second++) {
        await pass(1);
        leaders.push(leading.join('+'));
      }
      expect(leaders).not.toContain('first+second');
      expect(leaders.slice(0, 7)).toEqual(Array(7).fill('first'));
      expect(leaders).toContain('');
      expect(leaders.at(-1)).toBe('second');
      network.first = undefined;
      await pass(10);
      expect(leading).toEqual(['second']);
      await Promise.all([first.close(), second.close()]);
    },
  );

  it('do not depend on the renewTime of a Lease', async () => {
    const client = inProcessClient(server, USER);
    const spec = { holderIdentity: 'other', leaseDurationSeconds: 15, renewTime: '2001-01-01T00:00:00.000000Z' };
    await client.create(leases, { metadata: { name: NAME }, spec });
    const first = start('first');
    await pass(13);
    expect(leading).toEqual([]);
    await pass(5);
    expect(leading).toEqual(['first']);
    await first.close();
  });
});
