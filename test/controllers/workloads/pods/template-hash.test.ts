import { expect, test } from 'vitest';
import type { PodTemplateSpec } from '../../../../src/api/kinds/core-v1.generated.ts';
import { podTemplateHash } from '../../../../src/controllers/workloads/template-hash/template-hash.ts';

/** The template of the recorded conversations, with defaults. */
const template = (image: string): PodTemplateSpec => ({
  metadata: { labels: { app: 'web' } },
  spec: {
    containers: [
      {
        name: 'app',
        image,
        resources: {},
        terminationMessagePath: '/dev/termination-log',
        terminationMessagePolicy: 'File',
        imagePullPolicy: 'IfNotPresent',
      },
    ],
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    automountServiceAccountToken: false,
    securityContext: {},
    schedulerName: 'none',
  },
});

test('The hash of a pod template equals the hash that the real controller computes', () => {
  expect(podTemplateHash(template('registry.example/app:1'), undefined)).toBe('5474cf5c6c');
  expect(podTemplateHash(template('registry.example/app:2'), undefined)).toBe('fd7d5696b');
});
