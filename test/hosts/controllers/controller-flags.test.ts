import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Controller } from '../../../src/controllers/controller.ts';
import { DEFAULT_CONTROLLER_FLAGS } from '../../../src/controllers/flags/controller-flags.ts';
import { workersOf } from '../../../src/controllers/flags/workers.ts';
import { garbageCollectorController } from '../../../src/controllers/garbage-collector/garbage-collector.ts';
import { nodeIpamController } from '../../../src/controllers/nodes/ipam.ts';
import { controlLoops } from '../../../src/hosts/controllers/control-loops.ts';
import { readControllerFlags } from '../../../src/hosts/controllers/read-controller-flags.ts';
import { createCluster } from '../../../src/hosts/create-cluster.ts';
import { run } from '../../../src/hosts/node/cli.ts';
import { fixedContext } from '../../controllers/fixed-context.ts';

describe('the flags of controllers', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('have the defaults of kube-controller-manager', () => {
    expect(readControllerFlags({})).toEqual(DEFAULT_CONTROLLER_FLAGS);
    expect(DEFAULT_CONTROLLER_FLAGS).toMatchObject({
      'node-monitor-grace-period': 40_000,
      'unhealthy-zone-threshold': 0.55,
      'terminated-pod-gc-threshold': 12_500,
      'concurrent-daemonset-syncs': 2,
    });
  });

  it('are durations, numbers, switches and texts', () => {
    const given = {
      'node-monitor-period': '1m30s',
      'node-eviction-rate': '.5',
      'terminated-pod-gc-threshold': '-1',
      'enable-garbage-collector': 'False',
      'cluster-cidr': '10.9.0.0/16',
    };
    expect(readControllerFlags(given)).toMatchObject({
      'node-monitor-period': 90_000,
      'node-eviction-rate': 0.5,
      'terminated-pod-gc-threshold': -1,
      'enable-garbage-collector': false,
      'cluster-cidr': '10.9.0.0/16',
    });
  });

  it.each([
    ['node-monitor-period', '5', '--node-monitor-period: time: missing unit in duration "5"'],
    ['node-eviction-rate', 'fast', '--node-eviction-rate takes a number, not fast'],
    ['concurrent-job-syncs', '1.5', '--concurrent-job-syncs takes an integer, not 1.5'],
    ['allocate-node-cidrs', 'yes', '--allocate-node-cidrs takes true or false, not yes'],
    ['max-endpoints-per-slice', '1001', 'max-endpoints-per-slice must not be more than 1000, but got 1001'],
    ['max-endpoints-per-slice', '0', 'max-endpoints-per-slice must not be less than 1, but got 0'],
    [
      'concurrent-horizontal-pod-autoscaler-syncs',
      '0',
      'concurrent-horizontal-pod-autoscaler-syncs must be greater than 0, but got 0',
    ],
    ['cluster-cidr', 'here', '--cluster-cidr: invalid CIDR address: here'],
    ['pod-eviction-timeout', '5m', 'unknown flag --pod-eviction-timeout'],
  ])('are rejected when they are invalid or unknown: --%s=%s', (name, text, message) => {
    expect(() => readControllerFlags({ [name]: text })).toThrow(message);
  });

  it('are read from the command line and validated before anything starts', async () => {
    const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await run(['serve', '--port=0', '--node-monitor-period=soon'])).toBe(2);
    expect(errors.mock.calls.join('')).toContain('--node-monitor-period: time: invalid duration "soon"');
    const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect(await run(['serve', '--help'])).toBe(0);
    expect(output.mock.calls.join('')).toContain('--node-monitor-grace-period=40s\n');
  });

  it('are taken from the flags of an embedded cluster', async () => {
    await expect(createCluster({ flags: { 'cluster-cidr': 'here' } })).rejects.toThrow('invalid CIDR address: here');
    const cluster = await createCluster({ flags: { 'cluster-cidr': '10.9.0.0/16' } });
    const rangeOf = async () =>
      (await cluster.client.list<{ spec?: { podCIDR?: string } }>({ group: '', version: 'v1', resource: 'nodes' }))
        .items[0]?.spec?.podCIDR;
    await expect.poll(rangeOf).toBe('10.9.0.0/24');
    await cluster.close();
  });

  it('limit how many objects a controller processes concurrently', () => {
    const flags = { ...DEFAULT_CONTROLLER_FLAGS, 'concurrent-job-syncs': 9, 'concurrent-deployment-syncs': 0 };
    expect(['job-controller', 'deployment-controller', 'ttl-controller'].map((name) => workersOf(name, flags))).toEqual(
      [9, 1, 10],
    );
    const names = controlLoops.map(({ name }) => name);
    const isKnown = (name: string): boolean => workersOf(name, flags) !== 10 || name === 'namespace-controller';
    expect(names.filter(isKnown)).toHaveLength(16);
  });

  it.each([
    ['--allocate-node-cidrs', nodeIpamController],
    ['--enable-garbage-collector', garbageCollectorController],
  ] as const)('switch a controller on and off: %s', async (flag, controller: Controller) => {
    const requestsWith = async (isOn: boolean): Promise<number> => {
      const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node', resourceVersion: '1' } };
      const { context, clock, requests, stop } = fixedContext({ '/api/v1/nodes': [node] });
      const discovery = vi.spyOn(context.client, 'request');
      const running = controller.run({ ...context, flags: { ...DEFAULT_CONTROLLER_FLAGS, [flag.slice(2)]: isOn } });
      await clock.advance(1000);
      stop();
      await running;
      return requests.length + discovery.mock.calls.length;
    };
    expect(await requestsWith(true)).toBeGreaterThan(0);
    expect(await requestsWith(false)).toBe(0);
  });
});
