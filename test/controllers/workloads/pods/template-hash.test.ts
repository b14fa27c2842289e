import { expect, test } from 'vitest';
import type { Container, PodSpec, PodTemplateSpec } from '../../../../src/api/kinds/core-v1.generated.ts';
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

test('The hash of a pod template equals the hash of the real controller', () => {
  expect(podTemplateHash(template('registry.example/app:1'), undefined)).toBe('5474cf5c6c');
  expect(podTemplateHash(template('registry.example/app:2'), undefined)).toBe('fd7d5696b');
});

const container = (name: string, image: string, more: Partial<Container>): Container => ({
  name,
  image,
  resources: {},
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  imagePullPolicy: 'IfNotPresent',
  ...more,
});
const defaulted = (labels: Record<string, string>, only: Container, more: Partial<PodSpec> = {}): PodTemplateSpec => ({
  metadata: { labels },
  spec: {
    containers: [only],
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
    ...more,
  },
});

test('The hashes of well-known templates are the same as in every v1.28 cluster', () => {
  const nginx = container('nginx', 'nginx', { imagePullPolicy: 'Always' });
  expect(podTemplateHash(defaulted({ app: 'nginx' }, nginx), undefined)).toBe('7854ff8877');
  const apache = container('php-apache', 'registry.k8s.io/hpa-example', {
    imagePullPolicy: 'Always',
    ports: [{ containerPort: 80, protocol: 'TCP' }],
    resources: { limits: { cpu: '500m' }, requests: { cpu: '200m' } },
  });
  expect(podTemplateHash(defaulted({ run: 'php-apache' }, apache), undefined)).toBe('598b474864');
});

test('The hash covers probes, volumes, affinity, tolerations and quantities, as CoreDNS of kubeadm v1.28 has them', () => {
  const probe = { periodSeconds: 10, successThreshold: 1 };
  const dns = container('coredns', 'registry.k8s.io/coredns/coredns:v1.10.1', {
    args: ['-conf', '/etc/coredns/Corefile'],
    resources: { limits: { memory: '170Mi' }, requests: { cpu: '100m', memory: '70Mi' } },
    volumeMounts: [{ name: 'config-volume', readOnly: true, mountPath: '/etc/coredns' }],
    ports: [
      { name: 'dns', containerPort: 53, protocol: 'UDP' },
      { name: 'dns-tcp', containerPort: 53, protocol: 'TCP' },
      { name: 'metrics', containerPort: 9153, protocol: 'TCP' },
    ],
    livenessProbe: {
      httpGet: { path: '/health', port: 8080, scheme: 'HTTP' },
      ...{ ...probe, initialDelaySeconds: 60, timeoutSeconds: 5, failureThreshold: 5 },
    },
    readinessProbe: {
      httpGet: { path: '/ready', port: 8181, scheme: 'HTTP' },
      ...{ ...probe, timeoutSeconds: 1, failureThreshold: 3 },
    },
    securityContext: {
      capabilities: { add: ['NET_BIND_SERVICE'], drop: ['all'] },
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
    },
  });
  const labelSelector = { matchExpressions: [{ key: 'k8s-app', operator: 'In', values: ['kube-dns'] }] };
  const podAffinityTerm = { labelSelector, topologyKey: 'kubernetes.io/hostname' };
  const template = defaulted({ 'k8s-app': 'kube-dns' }, dns, {
    volumes: [
      {
        name: 'config-volume',
        configMap: { name: 'coredns', items: [{ key: 'Corefile', path: 'Corefile' }], defaultMode: 420 },
      },
    ],
    dnsPolicy: 'Default',
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    serviceAccountName: 'coredns',
    serviceAccount: 'coredns',
    affinity: {
      podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, podAffinityTerm }] },
    },
    tolerations: [
      { key: 'CriticalAddonsOnly', operator: 'Exists' },
      { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' },
    ],
    priorityClassName: 'system-cluster-critical',
  });
  expect(podTemplateHash(template, undefined)).toBe('5dd5756b68');
});

test('A collision count changes the hash', () => {
  const hashes = [undefined, 0, 1].map((count) => podTemplateHash(template('app:1'), count));
  expect(new Set(hashes).size).toBe(3);
});
