import { afterAll, describe, expect, it } from 'vitest';
import { createCluster } from '../../src/hosts/core.ts';
import { TerminalSession } from './terminal-session.ts';

const cluster = createCluster({ controllers: false, simulatedNodes: 0 });
/** Patches that the server received. */
const patches: unknown[] = [];
const fetch = async (request: Request): Promise<Response> => {
  if (request.method === 'PATCH') patches.push(await request.clone().json());
  return (await cluster).fetch(request);
};
const run = (line: string, input = '') => new TerminalSession({ fetch }).run(line, input);
afterAll(async () => (await cluster).close());

/** Returns a manifest of a deployment. */
const deployment = (name: string, strategy: string): string => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  strategy: { type: ${strategy} }
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
      volumes: [{ name: data, emptyDir: {} }]
      containers:
        - { name: web, image: nginx, ports: [{ containerPort: 53, protocol: UDP }, { containerPort: 53, protocol: TCP }] }
        - { name: proxy, image: envoy }
`;

describe('Client-side apply', () => {
  it('replaces lists that the schema does not merge, such as the ports of an endpoint slice', async () => {
    const slice = (ports: string) =>
      `{ apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: { name: slice }, addressType: IPv4, endpoints: [], ports: ${ports} }`;
    await run('apply -f -', slice('[{ name: a, port: 80 }, { name: b, port: 81 }]'));
    patches.length = 0;
    expect((await run('apply -f -', slice('[{ name: b, port: 81 }, { name: c, port: 82 }]'))).code).toBe(0);
    expect((patches[0] as { ports: { name: string }[] }).ports.map(({ name }) => name)).toEqual(['b', 'c']);
    const path = "'{range .ports[*]}{.name} {.port};{end}'";
    expect((await run(`get endpointslice slice -o jsonpath=${path}`)).stdout).toBe('b 81;c 82;');
  });

  it('adds values to a list of values and removes them from it, and keeps those of others', async () => {
    const map = (finalizers: string) =>
      `{ apiVersion: v1, kind: ConfigMap, metadata: { name: held, finalizers: ${finalizers} } }`;
    await run('apply -f -', map('[example.com/a, example.com/b]'));
    await run(`patch configmap held -p '{"metadata":{"finalizers":["example.com/other"]}}'`);
    await run('apply -f -', map('[example.com/b, example.com/c]'));
    const { stdout } = await run("get configmap held -o jsonpath='{.metadata.finalizers}'");
    expect((JSON.parse(stdout) as string[]).sort()).toEqual(['example.com/b', 'example.com/c', 'example.com/other']);
  });

  it('sends a merge patch when the server accepts no strategic one', async () => {
    const types: (string | null)[] = [];
    const refusing = async (request: Request): Promise<Response> => {
      if (request.method !== 'PATCH') return fetch(request);
      const type = request.headers.get('content-type');
      types.push(type);
      const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 415 };
      return type?.includes('strategic') ? Response.json(body, { status: 415 }) : fetch(request);
    };
    const apply = (text: string) =>
      new TerminalSession({ fetch: refusing }).run(
        'apply -f -',
        `{ apiVersion: v1, kind: ConfigMap, metadata: { name: plain }, data: { text: ${text} } }`,
      );
    await apply('one');
    expect(await apply('two')).toMatchObject({ code: 0, stdout: 'configmap/plain configured\n' });
    expect(types).toEqual(['application/strategic-merge-patch+json', 'application/merge-patch+json']);
    expect((await run('get configmap plain -o jsonpath={.data.text}')).stdout).toBe('two');
  });

  it('changes the strategy of a deployment, whose settings of rolling updates the server drops', async () => {
    await run('apply -f -', deployment('strategy', 'RollingUpdate'));
    expect(await run('apply -f -', deployment('strategy', 'Recreate'))).toMatchObject({
      code: 0,
      stdout: 'deployment.apps/strategy configured\n',
    });
    expect((await run('get deployment strategy -o jsonpath={.spec.strategy}')).stdout).toBe('{"type":"Recreate"}');
  });

  it('changes the type of a volume', async () => {
    const manifest = deployment('volume', 'Recreate');
    await run('apply -f -', manifest);
    expect((await run('apply -f -', manifest.replace('emptyDir: {}', 'configMap: { name: web }'))).stderr).toBe('');
    const { stdout } = await run('get deployment volume -o jsonpath={.spec.template.spec.volumes[0]}');
    expect(Object.keys(JSON.parse(stdout)).sort()).toEqual(['configMap', 'name']);
  });
});

describe('The command set', () => {
  it('sends only the image of the container that it changes', async () => {
    await run('create -f -', deployment('image', 'Recreate'));
    patches.length = 0;
    expect((await run('set image deployment/image web=nginx:2')).stdout).toBe('deployment.apps/image image updated\n');
    expect(patches).toEqual([
      {
        spec: {
          template: {
            spec: {
              '$setElementOrder/containers': [{ name: 'web' }, { name: 'proxy' }],
              containers: [{ name: 'web', image: 'nginx:2' }],
            },
          },
        },
      },
    ]);
  });

  it('removes an environment variable', async () => {
    await run('create -f -', deployment('variables', 'Recreate'));
    await run('set env deployment/variables A=1 B=2');
    await run('set env deployment/variables A-');
    const { stdout } = await run(
      'get deployment variables -o jsonpath={.spec.template.spec.containers[*].env[*].name}',
    );
    expect(stdout).toBe('B B');
  });
});

describe('A dry run on the client', () => {
  it('prints the labels, annotations and taints that would be stored', async () => {
    await run('create configmap dry --from-literal=a=b');
    await run('create -f -', '{ apiVersion: v1, kind: Node, metadata: { name: dry } }');
    await run('label configmap dry old=1');
    const lines = [
      ['label configmap dry tier=front old-', '{.metadata.labels}', '{"tier":"front"}'],
      ['annotate configmap dry note=yes', '{.metadata.annotations}', '{"note":"yes"}'],
      ['taint nodes dry gpu:NoSchedule', '{.spec.taints[0]}', '{"effect":"NoSchedule","key":"gpu"}'],
    ] as const;
    for (const [line, path, shown] of lines)
      expect((await run(`${line} --dry-run=client -o jsonpath=${path}`)).stdout).toBe(shown);
    expect((await run('get configmap dry -o jsonpath={.metadata.labels}')).stdout).toBe('{"old":"1"}');
  });
});

describe('The command wait', () => {
  it('does not believe a condition that its controller reported before the last change', async () => {
    await run('create -f -', deployment('stale', 'Recreate'));
    const status = (observedGeneration: number): string =>
      JSON.stringify({ status: { observedGeneration, conditions: [{ type: 'Available', status: 'True' }] } });
    await run(`patch deployment stale --subresource=status --type=merge -p '${status(1)}'`);
    expect((await run('wait --for=condition=Available deployment/stale --timeout=1s')).code).toBe(0);
    await run('scale deployment stale --replicas=3');
    expect((await run('wait --for=condition=Available deployment/stale --timeout=1s')).stderr).toContain('timed out');
    await run(`patch deployment stale --subresource=status --type=merge -p '${status(2)}'`);
    expect((await run('wait --for=condition=Available deployment/stale --timeout=1s')).code).toBe(0);
  });

  it('finds an object deleted when another one has its name', async () => {
    await run('create configmap replaced');
    const session = new TerminalSession({
      fetch,
      sleep: async () => {
        await run('delete configmap replaced');
        await run('create configmap replaced');
      },
    });
    expect(await session.run('wait --for=delete configmap/replaced --timeout=2s')).toMatchObject({
      code: 0,
      stdout: 'configmap/replaced condition met\n',
    });
  });
});

describe('The command expose', () => {
  it('uses the protocols that the containers declare', async () => {
    await run('create -f -', deployment('dns', 'Recreate'));
    await run('expose deployment dns');
    const path = "'{range .spec.ports[*]}{.name} {.port} {.protocol};{end}'";
    expect((await run(`get service dns -o jsonpath=${path}`)).stdout).toBe('port-1-udp 53 UDP;port-1-tcp 53 TCP;');
  });
});

describe('The command rollout undo', () => {
  it('takes over the annotations of the revision, and keeps those of the deployment that count revisions', async () => {
    const revision = 'deployment.kubernetes.io/revision';
    await run('create -f -', deployment('undone', 'Recreate'));
    await run(`annotate deployment undone ${revision}=2 kubernetes.io/change-cause=new`);
    const { stdout } = await run('get deployment undone -o json');
    const { metadata, spec } = JSON.parse(stdout);
    const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'undone', uid: metadata.uid, controller: true };
    for (const [number, image] of [
      ['1', 'old'],
      ['2', 'nginx'],
    ] as const) {
      const template = structuredClone(spec.template);
      template.spec.containers[0].image = image;
      const annotations = { [revision]: number, 'kubernetes.io/change-cause': image };
      await run(
        'create -f -',
        JSON.stringify({
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          metadata: { name: `undone-${number}`, annotations, ownerReferences: [owner] },
          spec: { selector: spec.selector, template },
        }),
      );
    }
    expect((await run('rollout undo deployment/undone')).stdout).toBe('deployment.apps/undone rolled back\n');
    const path = "'{.metadata.annotations} {.spec.template.spec.containers[0].image}'";
    expect((await run(`get deployment undone -o jsonpath=${path}`)).stdout).toBe(
      `{"${revision}":"2","kubernetes.io/change-cause":"old"} old`,
    );
  });
});

describe('The command rollout restart', () => {
  it('restarts all workloads of a type without names, and needs a type', async () => {
    await run('create namespace restarted');
    for (const name of ['one', 'two']) await run('create -n restarted -f -', deployment(name, 'Recreate'));
    expect((await run('rollout restart deployment -n restarted')).stdout).toBe(
      'deployment.apps/one restarted\ndeployment.apps/two restarted\n',
    );
    expect((await run('rollout restart')).stderr).toBe('error: required resource not specified\n');
  });
});

describe('A custom kind with the name of a built-in one', () => {
  const custom = async (kind: string): Promise<void> => {
    const plural = `${kind.toLowerCase()}s`;
    const schema = "{ openAPIV3Schema: { type: object, 'x-kubernetes-preserve-unknown-fields': true } }";
    await run(
      'create -f -',
      `
{ apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: { name: ${plural}.example.com },
  spec: { group: example.com, scope: Namespaced, names: { plural: ${plural}, kind: ${kind} },
    versions: [{ name: v1, served: true, storage: true, schema: ${schema} }] } }`,
    );
    await run(
      'create -f -',
      `
{ apiVersion: example.com/v1, kind: ${kind}, metadata: { name: custom },
  spec: { paused: true, template: { spec: { containers: [{ name: web, image: old }] } } } }`,
    );
  };

  it.each([
    ['rollout status', 'no status viewer has been implemented for Deployment.example.com'],
    ['rollout history', 'no history viewer has been implemented for "Deployment.example.com"'],
    ['rollout undo', 'no history viewer has been implemented for "Deployment.example.com"'],
    ['rollout pause', 'deployments.example.com "custom" pausing is not supported'],
    ['rollout resume', 'deployments.example.com "custom" resuming is not supported'],
    ['rollout restart', 'deployments.example.com "custom" restarting is not supported'],
    ['set serviceaccount', 'the object is not a pod or does not have a pod template: Deployment'],
  ])('is not taken for a deployment of the group apps by %s', async (command, message) => {
    await custom('Deployment');
    const account = command === 'set serviceaccount' ? ' robot' : '';
    expect(await run(`${command} deployments.example.com/custom${account}`)).toMatchObject({
      code: 1,
      stderr: `error: ${message}\n`,
    });
  });

  it('is not taken for another kind by commands for services, pods and cron jobs', async () => {
    for (const kind of ['Service', 'Pod', 'CronJob']) await custom(kind);
    expect((await run('set selector services.example.com custom app=web')).stderr).toBe(
      'error: setting a selector is only supported for Services\n',
    );
    expect((await run('logs pods.example.com/custom')).stderr).toBe(
      'error: cannot get the logs from example.com/v1, Kind=Pod: selector is missing\n',
    );
    expect((await run('create job copy --from=cronjobs.example.com/custom')).stderr).toBe(
      'error: from must be an existing cronjob\n',
    );
  });
});

describe('An unknown flag', () => {
  it('is rejected with the nearest one', async () => {
    expect((await run('get pods --outptu=yaml')).stderr).toContain(
      'unknown flag: --outptu\n\nDid you mean this?\n\t--output\n',
    );
  });
});
