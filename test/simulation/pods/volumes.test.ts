import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Container, PodSpec } from '../../../src/api/kinds/core-v1.generated.ts';
import { app, openSteeredPods, type SteeredPods } from './steered-pods.ts';

let pods: SteeredPods;
beforeEach(async () => {
  pods = await openSteeredPods();
});
afterEach(() => pods.close());

const logOf = async (container = 'app'): Promise<string> =>
  (await pods.cluster.request(`/api/v1/namespaces/default/pods/pod/log?container=${container}`)).text();

const createObject = (resource: string, object: object) =>
  pods.cluster.client.create({ group: '', version: 'v1', resource, namespace: 'default' }, object);

/** Runs a container until it ends, and returns its log. */
async function logOfRun(container: Partial<Container>, spec: Partial<PodSpec> = {}): Promise<string> {
  await pods.create({ restartPolicy: 'Never', ...spec, containers: [app({ image: 'busybox', ...container })] });
  await pods.clock.advance(8000);
  expect((await pods.status()).phase).toBe('Succeeded');
  return logOf();
}

const AGNHOST = 'registry.k8s.io/e2e-test-images/agnhost:2.21';
const mountTest = (...flags: string[]) => ({ image: AGNHOST, args: ['mounttest', ...flags] });

test('The environment contains config maps and secrets with prefixes, and references to other variables', async () => {
  await createObject('configmaps', { metadata: { name: 'colors' }, data: { sky: 'blue', '9': 'no name' } });
  await createObject('secrets', { metadata: { name: 'login' }, stringData: { user: 'anna' } });
  const log = await logOfRun({
    command: ['sh', '-c', 'env'],
    envFrom: [
      { prefix: 'p_', configMapRef: { name: 'colors' } },
      { configMapRef: { name: 'colors', optional: true } },
      { secretRef: { name: 'login' } },
    ],
    env: [
      { name: 'SKY', valueFrom: { configMapKeyRef: { name: 'colors', key: 'sky' } } },
      { name: 'USER', valueFrom: { secretKeyRef: { name: 'login', key: 'user' } } },
      { name: 'BOTH', value: '$(SKY) $(USER) $$(SKY) $(none)' },
    ],
  });
  expect(log).toMatch(
    /\nKUBERNETES_PORT_443_TCP_ADDR=10.96.0.1\np_9=no name\np_sky=blue\nsky=blue\nuser=anna\nSKY=blue\nUSER=anna\nBOTH=blue anna \$\(SKY\) \$\(none\)\n$/,
  );
});

test('The environment contains the resources of containers, limited by the node', async () => {
  const resource = (name: string, path: string, divisor?: string) => ({
    name,
    valueFrom: { resourceFieldRef: { resource: path, ...(divisor ? { divisor } : {}) } },
  });
  const log = await logOfRun({
    command: ['env'],
    resources: { requests: { cpu: '250m', memory: '32Mi' }, limits: { memory: '64Mi' } },
    env: [
      resource('CPU', 'requests.cpu'),
      resource('MILLI', 'requests.cpu', '1m'),
      resource('MEMORY', 'limits.memory', '1Mi'),
      resource('CPU_LIMIT', 'limits.cpu'),
      { name: 'ADDRESS', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
      { name: 'HOST', valueFrom: { fieldRef: { fieldPath: 'status.hostIP' } } },
    ],
  });
  expect(log).toMatch(/\nCPU=1\nMILLI=250\nMEMORY=64\nCPU_LIMIT=[1-9]\d*\nADDRESS=[\d.]+\nHOST=[\d.]+\n$/);
});

test('The files of config maps and secrets have their contents, paths and modes', async () => {
  await createObject('configmaps', { metadata: { name: 'colors' }, data: { sky: 'blue', sea: 'green' } });
  await createObject('secrets', { metadata: { name: 'login' }, stringData: { user: 'anna' } });
  const log = await logOfRun(
    {
      ...mountTest('--file_content=/etc/colors/nested/sky', '--file_mode=/etc/colors/nested/sky'),
      volumeMounts: [{ name: 'colors', mountPath: '/etc/colors' }],
    },
    {
      volumes: [
        { name: 'colors', configMap: { name: 'colors', items: [{ key: 'sky', path: 'nested/sky', mode: 0o400 }] } },
      ],
    },
  );
  expect(log).toBe(
    'mode of file "/etc/colors/nested/sky": -r--------\ncontent of file "/etc/colors/nested/sky": blue\n',
  );
  await pods.delete();
  await pods.clock.advance(60_000);
  const sources = [
    { secret: { name: 'login' } },
    { configMap: { name: 'colors', items: [{ key: 'sea', path: 'sea' }] } },
    { downwardAPI: { items: [{ path: 'name', fieldRef: { fieldPath: 'metadata.name' } }] } },
  ];
  const script = 'cat /all/user /all/sea /all/name; ls /all; cat /one';
  expect(
    await logOfRun(
      {
        command: ['sh', '-c', script],
        volumeMounts: [
          { name: 'all', mountPath: '/all' },
          { name: 'all', mountPath: '/one', subPath: 'sea' },
        ],
      },
      { volumes: [{ name: 'all', projected: { sources } }] },
    ),
  ).toBe('annagreenpodname\nsea\nuser\ngreen');
});

test('A file follows its config map and the labels of its pod while a container reads it', async () => {
  await createObject('configmaps', { metadata: { name: 'colors' }, data: { sky: 'blue' } });
  const flags = ['--break_on_expected_content=false', '--retry_time=120', '--file_content_in_loop=/etc/colors/sky'];
  await pods.create({
    restartPolicy: 'Never',
    containers: [
      app({ ...mountTest(...flags), volumeMounts: [{ name: 'colors', mountPath: '/etc/colors' }] }),
      app({
        ...mountTest(...flags.slice(0, 2), '--file_content_in_loop=/etc/labels/labels'),
        name: 'labels',
        volumeMounts: [{ name: 'labels', mountPath: '/etc/labels' }],
      }),
    ],
    volumes: [
      { name: 'colors', configMap: { name: 'colors' } },
      { name: 'labels', downwardAPI: { items: [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }] } },
    ],
  });
  await pods.clock.advance(8000);
  expect(await logOf()).toContain('content of file "/etc/colors/sky": blue\n');
  const address = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default', name: 'colors' };
  await pods.cluster.client.patch(address, 'merge', { data: { sky: 'grey' } });
  await pods.patch({ metadata: { labels: { tier: 'front' } } });
  await logOf();
  await pods.clock.advance(4000);
  expect(await logOf()).toMatch(/: blue\n[\s\S]*: grey\n$/);
  expect(await logOf('labels')).toContain('tier="front"');
});

test('An emptyDir is writable, and has the file system of its medium and the folders of its subpaths', async () => {
  const path = '/data/file';
  const log = await logOfRun(
    {
      ...mountTest('--fs_type=/data', `--new_file_0666=${path}`, `--file_perm=${path}`),
      volumeMounts: [{ name: 'data', mountPath: '/data' }],
    },
    { volumes: [{ name: 'data', emptyDir: { medium: 'Memory' } }] },
  );
  expect(log).toBe(
    `mount type of "/data": tmpfs\ncontent of file "${path}": mount-tester new file\n\nperms of file "${path}": -rw-rw-rw-\n`,
  );
  await pods.delete();
  await pods.clock.advance(60_000);
  const env = [{ name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }];
  const volumeMounts = [
    { name: 'data', mountPath: '/logs', subPathExpr: '$(POD)' },
    { name: 'data', mountPath: '/data' },
  ];
  const script = 'test -d /data/pod; echo $?; test -d /data/other; echo $?';
  expect(
    await logOfRun({ command: ['sh', '-c', script], env, volumeMounts }, { volumes: [{ name: 'data', emptyDir: {} }] }),
  ).toBe('0\n1\n');
});

test.each([
  ['$(PLACE)', '/tmp', 'error SubPath `/tmp` must not be an absolute path'],
  ['a/$(PLACE)', '..', "unable to provision SubPath `a/..`: must not contain '..'"],
  ['$(NONE)', '', 'missing value for "NONE"'],
])(
  'A container with the subpath %s, where the variable is "%s", cannot be created',
  async (subPathExpr, value, message) => {
    await pods.create({
      volumes: [{ name: 'data', emptyDir: {} }],
      containers: [
        app({ env: [{ name: 'PLACE', value }], volumeMounts: [{ name: 'data', mountPath: '/data', subPathExpr }] }),
      ],
    });
    await pods.clock.advance(8000);
    expect((await pods.app())?.state?.waiting).toEqual({ reason: 'CreateContainerConfigError', message });
  },
);

test('A container whose subpath becomes valid starts', async () => {
  const env = [{ name: 'PLACE', valueFrom: { fieldRef: { fieldPath: "metadata.annotations['place']" } } }];
  await pods.create({
    volumes: [{ name: 'data', emptyDir: {} }],
    containers: [app({ env, volumeMounts: [{ name: 'data', mountPath: '/data', subPathExpr: '$(PLACE)/pod' }] })],
  });
  await pods.clock.advance(8000);
  expect((await pods.app())?.state?.waiting?.reason).toBe('CreateContainerConfigError');
  await pods.patch({ metadata: { annotations: { place: 'mine' } } });
  await pods.clock.advance(60_000);
  expect((await pods.app())?.ready).toBe(true);
});

test('A file is at every mount path of its volume', async () => {
  const volumeMounts = [
    { name: 'data', mountPath: '/part', subPath: 'a/b' },
    { name: 'data', mountPath: '/whole' },
  ];
  const script =
    'echo one > /whole/a/b/file; cat /part/file; echo two > /part/other; ls /whole/a/b; rm /part/file; ls /part';
  expect(
    await logOfRun({ command: ['sh', '-c', script], volumeMounts }, { volumes: [{ name: 'data', emptyDir: {} }] }),
  ).toBe('one\nfile\nother\nother\n');
});

test('The files of a volume belong to the user of the container and the group of the volumes', async () => {
  const log = await logOfRun(
    {
      ...mountTest('--new_file_0644=/data/file', '--file_owner=/data/file'),
      securityContext: { runAsUser: 1001 },
      volumeMounts: [{ name: 'data', mountPath: '/data' }],
    },
    { volumes: [{ name: 'data', emptyDir: {} }], securityContext: { fsGroup: 123 } },
  );
  expect(log).toContain('owner UID of "/data/file": 1001\nowner GID of "/data/file": 123\n');
});
