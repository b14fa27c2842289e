import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { WrittenFilesOfPods } from '../../../src/simulation/kubelet/written-files-of-pods.ts';

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
