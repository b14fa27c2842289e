import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { overviewOf } from '../../../src/client/overviews/overviews.ts';
import { cardText } from './overview-text.ts';

const textOf = (pod: Pick<Pod, 'spec' | 'status'>): string[] => {
  const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'shop' }, ...pod };
  const context = { dialect: kubernetesDialect, relations: [], objects: new Map() };
  return (overviewOf(object, kubernetesDialect)?.(object, context) ?? []).flatMap(cardText);
};

describe('the overview of a pod', () => {
  it('shows each container with its state, last termination, ports, resources and probes', () => {
    const text = textOf({
      spec: {
        containers: [
          {
            name: 'web',
            image: 'nginx:1.25',
            imagePullPolicy: 'IfNotPresent',
            command: ['nginx', '-g'],
            args: ['daemon off;'],
            ports: [
              { name: 'http', containerPort: 80 },
              { containerPort: 53, protocol: 'UDP', hostPort: 53 },
            ],
            resources: { requests: { cpu: '50m', memory: '32Mi' }, limits: { memory: '64Mi' } },
            readinessProbe: { httpGet: { port: 'http', path: '/ready' }, periodSeconds: 5, initialDelaySeconds: 2 },
            livenessProbe: { tcpSocket: { port: 80 } },
          },
        ],
      },
      status: {
        containerStatuses: [
          {
            ...{ name: 'web', ready: false, restartCount: 3, image: '', imageID: '' },
            state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 40s restarting failed container' } },
            lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
          },
        ],
      },
    });
    expect(text).toEqual(
      expect.arrayContaining([
        '# Container web',
        'State: (danger) CrashLoopBackOff back-off 40s restarting failed container',
        'Image: nginx:1.25 IfNotPresent',
        'Restarts: 3',
        'Last end: OOMKilled. Exited with code 137.',
        'Ports: http 80/TCP, 53/UDP on host port 53',
        'Command: nginx -g daemon off;',
        'Requests: cpu 50m, memory 32Mi',
        'Limits: memory 64Mi',
        'Liveness probe: connect to port 80 every 10s, fails after 3',
        'Readiness probe: GET :http/ready every 5s, first after 2s, fails after 3',
      ]),
    );
  });

  it('links environment variables and mounts to their sources', () => {
    const text = textOf({
      spec: {
        containers: [
          {
            name: 'web',
            envFrom: [{ prefix: 'DB_', secretRef: { name: 'database' } }, { configMapRef: { name: 'settings' } }],
            env: [
              { name: 'COLOR', valueFrom: { configMapKeyRef: { name: 'settings', key: 'color' } } },
              { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
              { name: 'SIZE', value: '3' },
              { name: 'NOTHING' },
            ],
            volumeMounts: [
              { name: 'data', mountPath: '/data' },
              { name: 'token', mountPath: '/token', readOnly: true },
              { name: 'scratch', mountPath: '/tmp', subPath: 'a' },
            ],
          },
        ],
        volumes: [
          { name: 'data', persistentVolumeClaim: { claimName: 'disk' } },
          {
            name: 'token',
            projected: {
              sources: [{ serviceAccountToken: { path: 'token' } }, { configMap: { name: 'root-ca' } }],
            },
          },
          { name: 'scratch', emptyDir: {} },
        ],
      },
    });
    expect(text).toEqual(
      expect.arrayContaining([
        'Environment: DB_* | every key of <core/Secret shop/database>',
        'Environment: * | every key of <core/ConfigMap shop/settings>',
        'Environment: COLOR | color of <core/ConfigMap shop/settings>',
        'Environment: NODE | field spec.nodeName',
        'Environment: SIZE | 3',
        'Environment: NOTHING | Empty',
        'Mounts: /data | <core/PersistentVolumeClaim shop/disk>',
        'Mounts: /token read only | <core/ConfigMap shop/root-ca>; service account token',
        'Mounts: /tmp | empty directory path a',
      ]),
    );
  });

  it('shows init and ephemeral containers, and where the pod runs', () => {
    const text = textOf({
      spec: {
        containers: [{ name: 'web' }],
        initContainers: [{ name: 'migrate' }],
        ephemeralContainers: [{ name: 'debug' }],
        nodeName: 'one',
        serviceAccountName: 'reader',
        priorityClassName: 'high',
        priority: 100,
        nodeSelector: { disk: 'fast' },
        tolerations: [{ key: 'reserved', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 }],
      },
      status: { podIP: '10.0.0.1', qosClass: 'Burstable' },
    });
    expect(text.filter((line) => line.startsWith('# '))).toEqual([
      '# Container web',
      '# Init container migrate',
      '# Ephemeral container debug',
      '# Placement',
    ]);
    expect(text.slice(text.indexOf('# Placement'))).toEqual([
      '# Placement',
      'Node: <core/Node one>',
      'Pod IP: 10.0.0.1',
      'Service account: <core/ServiceAccount shop/reader>',
      'QoS class: Burstable',
      'Priority: <scheduling/PriorityClass high> 100',
      'Node selector: disk=fast',
      'Tolerations: reserved:NoExecute for 300s',
    ]);
  });
});
