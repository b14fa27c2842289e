import { expect, test } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../../../../src/api/dialect.ts';
import type { Pod } from '../../../../../src/api/kinds/core-v1.generated.ts';
import { podContainers, shownContainer } from '../../../../../src/ui/state/objects/logs/pod-containers.ts';

const POD: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { annotations: { 'kubectl.kubernetes.io/default-container': 'web' } },
  spec: { containers: [{ name: 'proxy' }, { name: 'web' }], initContainers: [{ name: 'setup' }] },
  status: {
    containerStatuses: [
      {
        name: 'web',
        image: '',
        imageID: '',
        ready: true,
        restartCount: 2,
        state: { running: {} },
        lastState: { terminated: { exitCode: 1 } },
      },
    ],
  },
};

test('the main containers of a pod come first', () => {
  expect(podContainers(POD).map(({ name, type }) => [name, type])).toEqual([
    ['proxy', 'main'],
    ['web', 'main'],
    ['setup', 'init'],
  ]);
});

test('a restarted container has a previous log and a new run', () => {
  const [proxy, web] = podContainers(POD);
  expect([proxy?.hasPrevious, web?.hasPrevious]).toEqual([false, true]);
  expect([proxy?.run, web?.run]).toEqual(['0 waiting', '2 started']);
});

test('the selected container is shown, then the default one, then the first', () => {
  const containers = podContainers(POD);
  expect(shownContainer(POD, containers, 'setup', kubernetesDialect)?.name).toBe('setup');
  expect(shownContainer(POD, containers, 'gone', kubernetesDialect)?.name).toBe('web');
  expect(shownContainer(POD, containers, undefined, clusterDialect)?.name).toBe('proxy');
});
