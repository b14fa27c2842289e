import { describe, expect, it } from 'vitest';
import type { Affinity, Container, Pod, PodSpec } from '../../../src/api/kinds/core-v1.generated.ts';
import { imageTag } from '../../../src/resources/core/pod/container/image-tag.ts';
import { pods } from '../../../src/resources/core/pods.ts';
import { updateErrors } from '../run-strategy.ts';
import { cellsOf, contextWith, created, errorsOfChange, errorsOfNew, warningsOfNew } from './strategy-harness.ts';

const container = (changes: Partial<Container> = {}): Container => ({ name: 'web', image: 'web:1', ...changes });
const pod = (spec: Partial<PodSpec> = {}): Omit<Pod, 'apiVersion' | 'kind'> => ({
  metadata: { name: 'p', namespace: 'n' },
  spec: { containers: [container()], serviceAccountName: 'default', ...spec },
});

describe('defaults of a pod', () => {
  it('complete a minimal pod', async () => {
    const { spec, status } = await created<Pod>(pods, pod());
    expect(spec).toMatchObject({
      restartPolicy: 'Always',
      dnsPolicy: 'ClusterFirst',
      terminationGracePeriodSeconds: 30,
      schedulerName: 'default-scheduler',
      enableServiceLinks: true,
      serviceAccount: 'default',
      containers: [{ imagePullPolicy: 'IfNotPresent', terminationMessagePolicy: 'File' }],
    });
    expect(status).toEqual({ phase: 'Pending', qosClass: 'BestEffort' });
  });

  it('set requests from limits', async () => {
    const { spec, status } = await created<Pod>(
      pods,
      pod({ containers: [container({ resources: { limits: { cpu: '2', memory: '1Gi' }, requests: { cpu: '1' } } })] }),
    );
    expect(spec?.containers?.[0]?.resources?.requests).toEqual({ cpu: '1', memory: '1Gi' });
    expect(status?.qosClass).toBe('Burstable');
  });

  it('set host ports on the host network, and an emptyDir for a volume without a source', async () => {
    const { spec } = await created<Pod>(
      pods,
      pod({
        hostNetwork: true,
        containers: [container({ ports: [{ containerPort: 8080 }] })],
        volumes: [{ name: 'scratch' }],
      }),
    );
    expect(spec?.containers?.[0]?.ports).toEqual([{ containerPort: 8080, hostPort: 8080, protocol: 'TCP' }]);
    expect(spec?.volumes).toEqual([{ name: 'scratch', emptyDir: {} }]);
  });

  it('start with a condition for scheduling gates', async () => {
    const { status } = await created<Pod>(pods, pod({ schedulingGates: [{ name: 'example.com/budget' }] }));
    expect(status?.conditions?.[0]).toMatchObject({ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' });
  });

  it.each([
    ['web', 'latest'],
    ['registry.example:5000/team/web', 'latest'],
    ['web:v2', 'v2'],
    [`web@sha256:${'0'.repeat(64)}`, ''],
    ['Not A Name', ''],
    ['a'.repeat(64), ''],
  ])('read the tag of %s as "%s"', (image, tag) => expect(imageTag(image)).toBe(tag));
});

const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

const REFUSED: readonly (readonly [what: string, spec: Partial<PodSpec>, errors: readonly string[]])[] = [
  ['no containers', { containers: [] }, ['spec.containers: Required value']],
  [
    'an invalid container name',
    { containers: [container({ name: 'Web_1' })] },
    [`spec.containers[0].name: Invalid value: "Web_1": ${label}`],
  ],
  [
    'two mounts at one path, one without a volume',
    {
      volumes: [{ name: 'a', emptyDir: {} }],
      containers: [
        container({
          volumeMounts: [
            { name: 'a', mountPath: '/a' },
            { name: 'b', mountPath: '/a' },
          ],
        }),
      ],
    },
    [
      'spec.containers[0].volumeMounts[1].name: Not found: "b"',
      'spec.containers[0].volumeMounts[1].mountPath: Invalid value: "/a": must be unique',
    ],
  ],
  [
    'a probe with two handlers',
    { containers: [container({ livenessProbe: { exec: { command: ['true'] }, tcpSocket: { port: 80 } } })] },
    ['spec.containers[0].livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type'],
  ],
  [
    'a toleration with the operator Exists and a value',
    { tolerations: [{ operator: 'Exists', key: 'gpu', value: 'yes' }] },
    [
      'spec.tolerations[0].operator: Invalid value: core.Toleration{Key:"gpu", Operator:"Exists", Value:"yes", Effect:"", TolerationSeconds:(*int64)(nil)}: value must be empty when `operator` is \'Exists\'',
    ],
  ],
  [
    'dnsPolicy None without name servers',
    { dnsPolicy: 'None' },
    ['spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None'],
  ],
  [
    'a request above its limit',
    { containers: [container({ resources: { limits: { memory: '1Gi' }, requests: { memory: '2Gi' } } })] },
    ['spec.containers[0].resources.requests: Invalid value: "2Gi": must be less than or equal to memory limit of 1Gi'],
  ],
  [
    'a numeric user in a Windows pod',
    { os: { name: 'windows' }, securityContext: { runAsUser: 7 } },
    ['spec.securityContext.runAsUser: Forbidden: cannot be set for a windows pod'],
  ],
  [
    'namespaces of the host in a Windows pod',
    { os: { name: 'windows' }, hostPID: true, hostIPC: true, shareProcessNamespace: true },
    [
      'spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
      ...['hostPID', 'hostIPC', 'shareProcessNamespace'].map(
        (name) => `spec.${name}: Forbidden: cannot be set for a windows pod`,
      ),
    ],
  ],
  [
    'two volume sources that write the same file',
    {
      volumes: [
        {
          name: 'all',
          projected: {
            sources: [
              { secret: { name: 's', items: [{ key: 'k', path: 'same' }] } },
              { configMap: { name: 'c', items: [{ key: 'k', path: 'same' }] } },
            ],
          },
        },
      ],
    },
    ['spec.volumes[0].projected: Invalid value: "c": conflicting duplicate paths'],
  ],
];

describe('a pod is rejected', () => {
  it.each(REFUSED)('with %s', async (_what, spec, errors) => {
    expect(await errorsOfNew<Pod>(pods, pod(spec))).toEqual(errors);
  });
});

describe('an update of a pod', () => {
  it('may change images and add tolerations', async () => {
    const errors = await errorsOfChange<Pod>(pods, pod(), ({ spec }) => {
      for (const changed of spec?.containers ?? []) changed.image = 'web:2';
      if (spec) spec.tolerations = [{ key: 'gpu', operator: 'Exists' }];
    });
    expect(errors).toEqual([]);
  });

  it('cannot change the command', async () => {
    const errors = await errorsOfChange<Pod>(pods, pod(), ({ spec }) => {
      for (const changed of spec?.containers ?? []) changed.command = ['sh'];
    });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(
      /^spec: Forbidden: pod updates may not change fields other than `spec\.containers\[\*\]\.image`/,
    );
  });

  it('may remove scheduling gates but not add any', async () => {
    const gated = pod({ schedulingGates: [{ name: 'one' }] });
    expect(await errorsOfChange<Pod>(pods, gated, ({ spec }) => delete spec?.schedulingGates)).toEqual([]);
    const closing = await errorsOfChange<Pod>(pods, gated, ({ spec }) => spec?.schedulingGates?.push({ name: 'two' }));
    expect(closing).toContain(
      "spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new scheduling gate 'two'",
    );
  });
});

describe('the node affinity of a gated pod', () => {
  const required = (...values: string[]) => ({
    nodeSelectorTerms: [
      { matchExpressions: values.map((value) => ({ key: 'zone', operator: 'In', values: [value] })) },
    ],
  });
  const nodeAffinity = (...values: string[]) => ({
    requiredDuringSchedulingIgnoredDuringExecution: required(...values),
  });
  const gated = (affinity?: Affinity) => pod({ schedulingGates: [{ name: 'one' }], ...(affinity ? { affinity } : {}) });

  it.each<[string, Affinity | undefined, Affinity]>([
    ['required nodes when there are none before', undefined, { nodeAffinity: nodeAffinity('a') }],
    ['more required expressions', { nodeAffinity: nodeAffinity('a') }, { nodeAffinity: nodeAffinity('a', 'b') }],
  ])('may become %s', async (_what, before, affinity) => {
    expect(
      await errorsOfChange<Pod>(pods, gated(before), ({ spec }) => Object.assign(spec ?? {}, { affinity })),
    ).toEqual([]);
  });

  it('is reported with changed terms and the number of added or removed terms', async () => {
    const live = gated({ nodeAffinity: nodeAffinity('a') });
    const path = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
    const shown =
      'core.NodeSelectorTerm{MatchExpressions:[]core.NodeSelectorRequirement{core.NodeSelectorRequirement{Key:"zone", Operator:"In", Values:[]string{"b"}}}, MatchFields:[]core.NodeSelectorRequirement(nil)}';
    expect(
      await errorsOfChange<Pod>(pods, live, ({ spec }) =>
        Object.assign(spec ?? {}, { affinity: { nodeAffinity: nodeAffinity('b') } }),
      ),
    ).toEqual([`${path}[0]: Invalid value: ${shown}: only additions are allowed (no mutations or deletions)`]);
    expect(await errorsOfChange<Pod>(pods, live, ({ spec }) => delete spec?.affinity)).toEqual([
      `${path}: Invalid value: []core.NodeSelectorTerm(nil): no additions/deletions to non-empty NodeSelectorTerms list are allowed`,
    ]);
  });

  it('may change, but not pod affinity', async () => {
    const errors = await errorsOfChange<Pod>(pods, gated({ nodeAffinity: nodeAffinity('a') }), ({ spec }) =>
      Object.assign(spec?.affinity ?? {}, {
        nodeAffinity: nodeAffinity('a', 'b'),
        podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone' }] },
      }),
    );
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^spec: Forbidden: pod updates may not change fields other than/);
  });
});

describe('the status of a pod', () => {
  it('has at most one address of each IP family', async () => {
    const live = pod();
    const status = { podIPs: [{ ip: '10.0.0.1' }, { ip: '10.0.0.1' }] };
    expect(await updateErrors(pods, live, { ...live, status }, 'status')).toEqual([
      'status.podIPs: Invalid value: []core.PodIP{core.PodIP{IP:"10.0.0.1"}, core.PodIP{IP:"10.0.0.1"}}: may specify no more than one IP for each IP family',
      'status.podIPs[1]: Duplicate value: core.PodIP{IP:"10.0.0.1"}',
    ]);
  });

  it('keeps status fields of disabled features, as the real server does', async () => {
    const live = await created<Pod>(pods, pod());
    const running = { name: 'web', image: 'web:1', imageID: '', ready: true, restartCount: 0 };
    const status = {
      hostIPs: [{ ip: '10.0.0.1' }],
      resize: 'Deferred',
      containerStatuses: [{ ...running, resources: { limits: { cpu: '1' } }, allocatedResources: { cpu: '1' } }],
    };
    const draft: Pod = { ...structuredClone(live), status: structuredClone(status) };
    await pods.strategy?.subresources?.status?.prepareForUpdate?.(draft, live, contextWith());
    expect(draft.status).toEqual(status);
  });

  it('requires hostIPs that begin with hostIP, and claims of the pod', async () => {
    const live = pod();
    const status = {
      hostIP: '10.0.0.1',
      hostIPs: [{ ip: 'x' }, { ip: 'x' }],
      resourceClaimStatuses: [{ name: 'gpu' }],
    };
    expect(await updateErrors(pods, live, { ...live, status }, 'status')).toEqual([
      'status.resourceClaimStatuses[0].name: Invalid value: "gpu": must match the name of an entry in `spec.resourceClaims`',
      'status.hostIPs[0].ip: Invalid value: "x": must be equal to `hostIP`',
      expect.stringContaining('status.hostIPs[0]: Invalid value: "x": must be a valid IP address'),
      expect.stringContaining('status.hostIPs[1]: Invalid value: "x": must be a valid IP address'),
      'status.hostIPs[1]: Duplicate value: core.HostIP{IP:"x"}',
      'status.hostIPs: Internal error: failed to check for dual stack with error:invalid IP[0]: x',
      'status.hostIPs: Invalid value: []core.HostIP{core.HostIP{IP:"x"}, core.HostIP{IP:"x"}}: may specify no more than one IP for each IP family',
    ]);
  });
});

describe('warnings about a pod', () => {
  it('are ordered by container, and end with affinity', async () => {
    const key = 'container.seccomp.security.alpha.kubernetes.io/';
    const memory = { resources: { limits: { memory: '100m' } } };
    const { metadata, spec } = pod({
      containers: [
        container({ ...memory, env: [{ name: 'A' }, { name: 'A', value: '$(A)' }] }),
        container({ name: 'b' }),
      ],
      affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone' }] } },
    });
    const annotations = { [`${key}web`]: 'unconfined', [`${key}b`]: 'unconfined' };
    const seccomp = 'non-functional in v1.27+; use the "seccompProfile" field instead';
    expect(await warningsOfNew<Pod>(pods, { metadata: { ...metadata, annotations }, spec })).toEqual([
      `metadata.annotations[${key}web]: ${seccomp}`,
      'spec.containers[0].resources.limits[memory]: fractional byte value "100m" is invalid, must be an integer',
      'spec.containers[0].resources.requests[memory]: fractional byte value "100m" is invalid, must be an integer',
      'spec.containers[0].env[1]: hides previous definition of "A"',
      `metadata.annotations[${key}b]: ${seccomp}`,
      'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector: a null labelSelector results in matching no pod',
    ]);
  });

  it('report deprecated, duplicate and ineffective fields', async () => {
    const spec = {
      nodeSelector: { 'beta.kubernetes.io/arch': 'arm64' },
      containers: [
        container({
          env: [
            { name: 'A', value: '1' },
            { name: 'A', value: '2' },
            { name: 'A', value: '$(A)3' },
          ],
        }),
      ],
    };
    expect(await warningsOfNew<Pod>(pods, pod(spec))).toEqual([
      'spec.nodeSelector[beta.kubernetes.io/arch]: deprecated since v1.14; use "kubernetes.io/arch" instead',
      'spec.containers[0].env[1]: hides previous definition of "A"',
    ]);
  });
});

describe('the deletion of a pod', () => {
  it.each([
    ['immediately without a node', {}, undefined, 0],
    ['immediately when it has terminated', { nodeName: 'a' }, 'Failed', 0],
    ['after its grace period on a node', { nodeName: 'a' }, 'Running', 30],
  ] as const)('is graceful %s', async (_when, spec, phase, seconds) => {
    const object = await created<Pod>(pods, pod(spec));
    if (phase) object.status = { phase };
    expect(pods.gracePeriodSeconds?.(object, undefined)).toBe(seconds);
  });
});

describe('the row of a pod', () => {
  it('shows the worst state of its containers and the last restart', async () => {
    const object = await created<Pod>(pods, pod({ containers: [container(), container({ name: 'side' })] }));
    const ended = { terminated: { exitCode: 1, finishedAt: '1970-01-01T00:00:00Z' } };
    object.status = {
      phase: 'Running',
      containerStatuses: [
        { name: 'web', ready: true, restartCount: 0, image: '', imageID: '', state: { running: {} } },
        {
          name: 'side',
          ready: false,
          restartCount: 2,
          image: '',
          imageID: '',
          state: { waiting: { reason: 'CrashLoopBackOff' } },
          lastState: ended,
        },
      ],
    };
    expect(cellsOf(pods, object, 65_000)).toMatchObject({
      Ready: '1/2',
      Status: 'CrashLoopBackOff',
      Restarts: '2 (65s ago)',
      Node: '<none>',
    });
  });
});

describe('lesser-known rules of pods', () => {
  const errorsOf = (spec: object, annotations = {}) =>
    errorsOfNew<Pod>(pods, {
      metadata: { name: 'p', namespace: 'n', annotations },
      spec: { serviceAccountName: 'default', containers: [{ name: 'c', image: 'i' }], ...spec },
    });

  it('host processes are required for all containers or none, and require the host network', async () => {
    const hostProcess = (value: boolean) => ({ securityContext: { windowsOptions: { hostProcess: value } } });
    const containers = [
      { name: 'a', image: 'i', ...hostProcess(true) },
      { name: 'b', image: 'i', ...hostProcess(false) },
    ];
    expect(await errorsOf({ containers, ...hostProcess(true) })).toEqual([
      'spec.containers[1].securityContext.windowsOptions.hostProcess: Invalid value: false: pod hostProcess value must be identical if both are specified, was true',
      'spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers',
      'spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers',
    ]);
  });

  it('key references require a valid name of a config map or secret', async () => {
    const env = [{ name: 'a', valueFrom: { secretKeyRef: { name: 'Bad_', key: 'k' } } }];
    expect(await errorsOf({ containers: [{ name: 'c', image: 'i', env }] })).toEqual([
      expect.stringMatching(
        /^spec\.containers\[0\]\.env\[0\]\.valueFrom\.secretKeyRef\.name: Invalid value: "Bad_": a low/,
      ),
    ]);
  });

  it('seccomp is validated before AppArmor', async () => {
    const found = await errorsOf(
      {},
      {
        'container.apparmor.security.beta.kubernetes.io/c': 'odd',
        'container.seccomp.security.alpha.kubernetes.io/c': 'odd',
        'seccomp.security.alpha.kubernetes.io/pod': 'odd',
      },
    );
    expect(found.map((text) => text.replace(/: Invalid.*/, ''))).toEqual([
      'metadata.annotations.seccomp.security.alpha.kubernetes.io/pod',
      'metadata.annotations.container.seccomp.security.alpha.kubernetes.io/c',
      'metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]',
    ]);
  });

  it('every source of a projected volume item is validated, although only one is allowed', async () => {
    const sources = [{ secret: {}, configMap: {} }];
    expect(await errorsOf({ volumes: [{ name: 'v', projected: { sources } }] })).toEqual([
      'spec.volumes[0].projected.sources[0].secret.name: Required value',
      'spec.volumes[0].projected.sources[0].configMap.name: Required value',
      'spec.volumes[0].projected.sources[0]: Forbidden: may not specify more than 1 volume type',
    ]);
  });

  it.each([
    [
      { csi: { driver: '' } },
      ['csi.driver: Required value', /^csi\.driver: Invalid value: "": a lowercase RFC 1123 sub/],
    ],
    [
      { storageos: { volumeName: 'Bad_' } },
      [/^storageos\.volumeName: Invalid value: "Bad_": a lowercase RFC 1123 label/],
    ],
    [
      { flexVolume: { driver: 'd', options: { 'X.K8s.IO/a': 'b' } } },
      ['flexVolume.options[X.K8s.IO/a]: Invalid value: "X.K8s.IO/a": kubernetes.io and k8s.io namespaces are reserved'],
    ],
    // Errors follow the order of the type, not of the members.
    [
      { cephfs: { monitors: ['m'] }, hostPath: { path: '/' } },
      ['cephFS: Forbidden: may not specify more than 1 volume type'],
    ],
    [
      { hostPath: { path: '/' }, cephfs: { monitors: ['m'] } },
      ['cephFS: Forbidden: may not specify more than 1 volume type'],
    ],
  ])('the volume %j', async (source, texts) => {
    const found = await errorsOf({ volumes: [{ name: 'v', ...source }] });
    expect(found.map((text) => text.replace('spec.volumes[0].', ''))).toEqual(
      texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))),
    );
  });
});
