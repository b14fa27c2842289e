import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { WrittenFilesOfPods, writtenBy } from '../../../src/simulation/kubelet/written-files-of-pods.ts';

const pod = (uid: string, containerID = 'containerd://1'): Pod =>
  ({
    metadata: { name: 'web', namespace: 'shop', uid },
    status: { containerStatuses: [{ name: 'main', containerID }] },
  }) as unknown as Pod;

describe('the files that processes have written', () => {
  const pods = new Map<string, Pod>();
  const files = new WrittenFilesOfPods(pods as never);
  pods.set('shop/web', pod('a'));

  it('stay while the container runs', () => {
    files.of(pod('a'), { name: 'main' }, 0).folders.add('/data');
    expect([...files.of(pod('a'), { name: 'main' }, 0).folders]).toEqual(['/data']);
    expect([...files.of(pod('a'), { name: 'side' }, 0).folders]).toEqual([]);
  });

  it('are gone after the container restarts', () => {
    expect([...files.of(pod('a', 'containerd://2'), { name: 'main' }, 0).folders]).toEqual([]);
  });

  it('are gone with the pod', () => {
    pods.set('shop/web', pod('b'));
    files.of(pod('b'), { name: 'main' }, 0);
    expect([...files.of(pod('a'), { name: 'main' }, 0).folders]).toEqual([]);
  });
});

describe('the containers of a pod', () => {
  it('have one limit for their lookups of names', () => {
    const names = Array.from({ length: 8 }, (_, number) => `c${number}`);
    const command = ['sh', '-c', 'while :; do dig +short web; done'];
    const containers = names.map((name) => ({ name, image: 'example.com/tools:1', command }));
    const state = { running: { startedAt: '2026-01-01T00:00:00Z' } };
    const looping = {
      metadata: { name: 'web', namespace: 'shop', uid: 'a' },
      spec: { containers },
      status: { containerStatuses: names.map((name) => ({ name, restartCount: 0, state })) },
    } as unknown as Pod;
    let lookups = 0;
    const lookUp = () => {
      lookups++;
      return ['10.96.0.7'];
    };
    writtenBy(looping, { name: 'c0' }, Date.parse('2026-01-01T01:00:00Z'), lookUp);
    expect(lookups).toBeGreaterThan(1000);
    expect(lookups).toBeLessThanOrEqual(5000);
  });
});
