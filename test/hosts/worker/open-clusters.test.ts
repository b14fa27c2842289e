import { describe, expect, it } from 'vitest';
import { OpenClusters } from '../../../src/hosts/worker/open-clusters.ts';

interface Options {
  readonly name: string;
  readonly prefix: string;
}

const optionsOf = (name: string, { prefix = '' }: Partial<Options> = {}): Options => ({ name, prefix });

function clustersThatLog(failures = 0) {
  const log: string[] = [];
  let left = failures;
  const clusters = new OpenClusters(async ({ name, prefix }: Options) => {
    log.push(`open ${name}${prefix}`);
    if (left-- > 0) throw new Error('no room');
    return {
      closeStreams: async () => void log.push(`end streams of ${name}`),
      close: async () => void log.push(`close ${name}${prefix}`),
    };
  });
  return { clusters, log };
}

describe('the open clusters of a worker', () => {
  it('are opened once, by the first request', async () => {
    const { clusters, log } = clustersThatLog();
    const [one, other] = await Promise.all([clusters.get(optionsOf('a')), clusters.get(optionsOf('a'))]);
    expect(one).toBe(other);
    expect(log).toEqual(['open a']);
  });

  it('are closed before they are opened with other options', async () => {
    const { clusters, log } = clustersThatLog();
    await clusters.get(optionsOf('a'));
    await clusters.get(optionsOf('a', { prefix: '/k8s' }));
    expect(log).toEqual(['open a', 'close a', 'open a/k8s']);
  });

  it('are closed when no page needs them with their options', async () => {
    const { clusters, log } = clustersThatLog();
    for (const name of ['a', 'b', 'c']) await clusters.get(optionsOf(name));
    await clusters.closeOthers([optionsOf('a'), optionsOf('b', { prefix: '/k8s' }), optionsOf('not open')]);
    expect(log.slice(3)).toEqual(['close b', 'close c']);
    expect([clusters.find('a') !== undefined, clusters.find('b'), clusters.find('c')]).toEqual([
      true,
      undefined,
      undefined,
    ]);
  });

  it('are opened again after a failure', async () => {
    const { clusters, log } = clustersThatLog(1);
    await expect(clusters.get(optionsOf('a'))).rejects.toThrow('no room');
    await clusters.get(optionsOf('a'));
    await clusters.close('a');
    expect(log).toEqual(['open a', 'open a', 'close a']);
  });

  it('are handed over together', async () => {
    const { clusters, log } = clustersThatLog();
    await Promise.all([clusters.get(optionsOf('a')), clusters.get(optionsOf('b'))]);
    await clusters.closeStreams();
    expect(clusters.isReleased).toBe(false);
    await clusters.release();
    expect(clusters.isReleased).toBe(true);
    expect(log.slice(2)).toEqual(['end streams of a', 'end streams of b', 'close a', 'close b']);
  });
});
