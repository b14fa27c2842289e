import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { systemClock } from '../../../src/hosts/platform.ts';
import { PodNetwork } from '../../../src/simulation/kubelet/pod-network.ts';
import { PodPorts } from '../../../src/simulation/kubelet/pod-ports.ts';
import { upgradeTarget } from '../../../src/simulation/kubelet/upgrade-target.ts';
import { WrittenFiles } from '../../../src/simulation/shell/files.ts';

const UID = '0f7d3c1e-8f5c-4d0e-9d0c-5a3c62ab1c11';
const SANDBOX = UID.replaceAll('-', '').repeat(2);

const podWith = (state: object): Pod =>
  ({
    metadata: { name: 'web', namespace: 'shop', uid: UID },
    spec: {
      containers: [
        { name: 'main', image: 'nginx:1.25' },
        { name: 'side', image: 'example.com/side:1', ports: [{ containerPort: 9000 }] },
      ],
    },
    status: { podIP: '10.1.0.7', containerStatuses: [{ name: 'main', state }] },
  }) as unknown as Pod;

const RUNNING = podWith({ running: { startedAt: '2023-11-05T08:00:00Z' } });

const NOTHING = { list: () => [] };
const noLocalService = () => Promise.reject(new TypeError('no local service is there'));
const ports = new PodPorts(NOTHING, noLocalService, systemClock);

const HOST = {
  clock: systemClock,
  ports,
  network: new PodNetwork({ clock: systemClock, pods: NOTHING, services: NOTHING, nodes: NOTHING, ports }),
  recorded: ports.logs,
  writtenFiles: () => new WrittenFiles(),
  readConfig: () => Promise.resolve(),
  touched: () => undefined,
  exited: () => undefined,
};

const targetOf = (path: string, pod: Pod | undefined = RUNNING) => {
  const [, kind = '', , , container = ''] = new URL(path, 'https://n1').pathname.split('/');
  const { signal } = new AbortController();
  const request = new Request(new URL(path, 'https://n1'));
  return upgradeTarget(request, { ...HOST, kind, container, signal, pod: () => pod });
};

describe('exec and attach', () => {
  const rejectionOf = async (path: string, pod?: Pod) => {
    const target = targetOf(path, pod);
    return target instanceof Response ? { status: target.status, text: await target.text() } : target.kind;
  };

  it('connect to a process in a running container', async () => {
    expect(await rejectionOf('/exec/shop/web/main?command=ls&output=1')).toBe('process');
    expect(await rejectionOf('/attach/shop/web/main?output=1')).toBe('process');
  });

  it('require a running container', async () => {
    const exec = '/exec/shop/web/main?command=ls&output=1';
    expect(await rejectionOf(exec, podWith({ waiting: { reason: 'ContainerCreating' } }))).toEqual({
      status: 500,
      text: 'container not found ("main")',
    });
    expect(await rejectionOf(exec, podWith({ terminated: { exitCode: 0 } }))).toEqual({
      status: 500,
      text: 'rpc error: code = Unknown desc = container is in CONTAINER_EXITED state',
    });
    expect(await rejectionOf('/attach/shop/web/side?output=1')).toMatchObject({ text: 'container not found ("side")' });
  });

  it('connect to a shell when the container reads input', async () => {
    const main = { name: 'main', image: 'busybox', stdin: true };
    const commandOf = (container: object, query: string) => {
      const target = targetOf(`/attach/shop/web/main?output=1${query}`, {
        ...RUNNING,
        spec: { containers: [{ ...main, ...container }] },
      } as Pod);
      return !(target instanceof Response) && target.kind === 'process' ? target.command : undefined;
    };
    expect(commandOf({}, '&input=1')).toEqual(['sh']);
    expect(commandOf({ args: ['cat', '-'] }, '&input=1')).toEqual(['cat', '-']);
    for (const output of [
      commandOf({}, ''),
      commandOf({ command: ['serve'] }, '&input=1'),
      commandOf({ stdin: false }, '&input=1'),
    ])
      expect(output).toEqual([]);
  });

  it('report the exit code of a command, but not of an attached process', async () => {
    const pod = {
      ...RUNNING,
      spec: { containers: [{ name: 'main', image: 'busybox', stdin: true, args: ['false'] }] },
    };
    const codeOf = async (path: string) => {
      const target = targetOf(path, pod as Pod);
      if (target instanceof Response || target.kind !== 'process') throw new Error('no process');
      const write = async () => undefined;
      return target.run({ stdin: undefined, stdout: write, stderr: write, signal: new AbortController().signal });
    };
    expect(await codeOf('/exec/shop/web/main?command=false&output=1')).toBe(1);
    expect(await codeOf('/attach/shop/web/main?input=1&output=1')).toBe(0);
  });

  it('require a stream', async () => {
    expect(await rejectionOf('/exec/shop/web/main?command=ls&tty=1')).toEqual({
      status: 400,
      text: 'you must specify at least 1 of stdin, stdout, stderr',
    });
  });

  it('combine both outputs when there is a terminal', () => {
    expect(targetOf('/exec/shop/web/main?command=sh&input=1&output=1&error=1&tty=1')).toMatchObject({
      wanted: { stdin: true, stdout: true, stderr: false, tty: true },
    });
  });
});

describe('portForward', () => {
  const target = targetOf('/portForward/shop/web?port=80,9000');
  if (target instanceof Response || target.kind !== 'ports') throw new Error('the pod has ports');
  const ask = async (port: number, path: string) => {
    const response = await target.answer(port, new Request(`http://localhost${path}`));
    return { status: response.status, text: await response.text() };
  };

  it('connects to the requested ports', () => {
    expect(target.ports).toEqual([80, 9000]);
  });

  it('receives a page from the port of a web server', async () => {
    expect(await ask(80, '/')).toEqual({ status: 200, text: expect.stringContaining('<h1>Welcome to nginx!</h1>') });
    expect(await ask(80, '/none')).toMatchObject({ status: 404 });
  });

  it('receives the page that an image of Apache serves', async () => {
    const containers = [{ name: 'httpd', image: 'httpd:2.4' }];
    const pod: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers } };
    const answer = await ports.answer(pod, 80, new Request('http://localhost/'), HOST.network);
    expect(await answer.text()).toContain('<h1>It works!</h1>');
  });

  it('receives an answer to every path from other declared container ports', async () => {
    expect(await ask(9000, '/any')).toEqual({ status: 200, text: 'Hostname: web\nRequest: GET /any\n' });
  });

  it('is refused for ports without a listener', () => {
    expect([80, 9000].map((port) => target.refusal(port))).toEqual([undefined, undefined]);
    expect(target.refusal(81)).toBe(
      `error forwarding port 81 to pod ${SANDBOX}, uid : failed to execute portforward in network namespace "/var/run/netns/cni-${UID}": failed to connect to localhost:81 inside namespace "${SANDBOX}", IPv4: dial tcp4 127.0.0.1:81: connect: connection refused IPv6 dial tcp6 [::1]:81: connect: connection refused `,
    );
  });
});

it('a missing pod is answered with 404', async () => {
  const { signal } = new AbortController();
  const source = { ...HOST, kind: 'exec', container: 'main', signal, pod: () => undefined };
  const answer = upgradeTarget(new Request('https://n1/exec/shop/none/main?output=1'), source);
  expect(answer).toBeInstanceOf(Response);
  expect((answer as Response).status).toBe(404);
});
