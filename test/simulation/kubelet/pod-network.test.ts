import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/api/environment.ts';
import type { Node, Pod, Service } from '../../../src/api/kinds/core-v1.generated.ts';
import { systemClock } from '../../../src/hosts/platform.ts';
import { PodNetwork } from '../../../src/simulation/kubelet/pod-network.ts';
import { PodPorts } from '../../../src/simulation/kubelet/pod-ports.ts';
import { containerSystem } from '../../../src/simulation/shell/container-system.ts';
import { execute } from '../../../src/simulation/shell/execute.ts';

const pod = (name: string, podIP: string, args: readonly string[]): Pod =>
  ({
    metadata: { name, namespace: 'shop', uid: name, labels: { app: args[0] } },
    spec: { containers: [{ name: 'main', image: 'example.com/agnhost:2.21', args }] },
    status: { podIP, phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  }) as unknown as Pod;

/** Returns a pod with a server and host ports. */
const onNode = (name: string, podIP: string, ports: readonly object[]): Pod => {
  const { metadata, spec, status } = pod(name, podIP, ['netexec']);
  const containers = (spec?.containers ?? []).map((container) => ({ ...container, ports }));
  return {
    metadata: { ...metadata, labels: {} },
    spec: { containers },
    status: { ...status, hostIP: '172.18.0.2' },
  } as Pod;
};

const service = (name: string, spec: object): Service =>
  ({ metadata: { name, namespace: 'shop', uid: name }, spec }) as unknown as Service;

const CLIENT = pod('client', '10.1.0.1', ['pause']);
const PODS = [
  CLIENT,
  pod('net', '10.1.0.2', ['netexec']),
  pod('one', '10.1.0.3', ['serve-hostname']),
  pod('two', '10.1.0.4', ['serve-hostname']),
  onNode('open', '10.1.0.5', [
    { hostPort: 54_323, containerPort: 8080 },
    { hostPort: 54_323, containerPort: 8081, protocol: 'UDP' },
  ]),
  onNode('local', '10.1.0.6', [{ hostPort: 54_324, containerPort: 8080, hostIP: '127.0.0.1' }]),
];
const MEMBER = pod('member', '10.1.0.7', ['group']);
Object.assign(MEMBER.spec ?? {}, { hostname: 'first', subdomain: 'group' });
PODS.push(MEMBER);
const NODES = [{ metadata: {}, status: { addresses: [{ type: 'InternalIP', address: '172.18.0.2' }] } }] as Node[];
const PORTS = [{ port: 80, targetPort: 9376, nodePort: 30_000, protocol: 'TCP' }];
const SERVICES = [
  service('names', { clusterIP: '10.96.0.7', selector: { app: 'serve-hostname' }, ports: PORTS }),
  service('sticky', {
    clusterIP: '10.96.0.8',
    selector: { app: 'serve-hostname' },
    ports: [{ port: 80, targetPort: 9376 }],
    sessionAffinity: 'ClientIP',
    sessionAffinityConfig: { clientIP: { timeoutSeconds: 10 } },
  }),
  service('empty', { clusterIP: '10.96.0.9', selector: { app: 'none' }, ports: [{ port: 80 }] }),
  service('headless', { clusterIP: 'None', selector: { app: 'serve-hostname' } }),
  service('ported', {
    clusterIP: '10.96.0.11',
    externalName: 'old.example.com',
    ports: [{ port: 80, name: 'http', protocol: 'TCP' }],
  }),
  service('group', {
    ...{ clusterIP: 'None', selector: { app: 'group' } },
    ports: [{ port: 80, name: 'http', protocol: 'TCP' }],
  }),
  service('alias', { type: 'ExternalName', externalName: 'further.shop.svc.cluster.local' }),
  service('further', { type: 'ExternalName', externalName: 'names.shop.svc.cluster.local.' }),
  service('loop', { type: 'ExternalName', externalName: 'loop.shop.svc.cluster.local' }),
  service('outside', { type: 'ExternalName', externalName: 'foo.example.com' }),
];

function networkWith(clock: Pick<Clock, 'now'>) {
  const ports = new PodPorts({ list: () => [] }, () => Promise.reject(new TypeError('unused')), systemClock);
  const list = <T>(items: readonly T[]) => ({ list: () => items });
  return new PodNetwork({ clock, pods: list(PODS), services: list(SERVICES), nodes: list(NODES), ports });
}

/** Runs a script in the client's container. Returns its output, its errors and its exit code. */
async function run(script: string, client: Pod = CLIENT) {
  const network = networkWith(systemClock);
  const container = client.spec?.containers?.[0];
  if (!container) throw new Error('the client has a container');
  const system = containerSystem(systemClock, client, container, undefined, (request) => network.send(client, request));
  let output = '';
  const write = async (data: string | Uint8Array) => {
    output += typeof data === 'string' ? data : new TextDecoder().decode(data);
  };
  const { signal } = new AbortController();
  const streams = { stdin: undefined, stdout: write, stderr: write, signal };
  const code = await execute(system, ['/bin/sh', '-x', '-c', script], { isTerminal: false })(streams);
  return { code, output };
}

const outputOf = async (script: string) => (await run(script)).output;

describe('a process in a pod', () => {
  it('reaches other pods by their addresses', async () => {
    expect(await outputOf('curl -q -s --connect-timeout 2 http://10.1.0.3:9376/')).toBe('one');
    expect(await outputOf("curl -g -q -s --max-time 15 http://10.1.0.2:8080/hostName | grep -v '^\\s*$'")).toBe(
      'net\n',
    );
    expect(await outputOf('wget -qO- 10.1.0.2:8080/clientip')).toBe('10.1.0.1:40000');
  });

  it('reaches the endpoints of a service in turn, by its address and its names', async () => {
    const script = 'for i in $(seq 0 3); do curl -s http://10.96.0.7/; echo; done';
    expect(await outputOf(script)).toBe('one\ntwo\none\ntwo\n');
    for (const name of ['names', 'names.shop', 'names.shop.svc', 'names.shop.svc.cluster.local'])
      expect(await run(`nc -zv -t -w 2 ${name} 80`)).toEqual({
        code: 0,
        output: `Connection to ${name} 80 port [tcp/*] succeeded!\n`,
      });
  });

  it('reaches the service behind an alias, and nothing behind an alias of itself', async () => {
    expect(await outputOf('curl -s http://alias/')).toBe('one');
    expect((await run('curl -s http://loop/')).code).toBe(7);
  });

  it('reaches the same endpoint of a service with client affinity', async () => {
    expect(await outputOf('for i in $(seq 0 3); do curl -s http://sticky/; echo; done')).toBe('one\none\none\none\n');
  });

  it('reaches another endpoint when the affinity of a client has timed out', async () => {
    let seconds = 0;
    const network = networkWith({ now: () => seconds * 1000 });
    const reached: (string | undefined)[] = [];
    for (seconds of [0, 9, 18, 28])
      reached.push(await network.send(CLIENT, { protocol: 'http', url: 'http://sticky/', method: 'GET' }));
    expect(reached).toEqual(['one', 'one', 'one', 'two']);
  });

  it.each([
    ['dig +short names.shop.svc.cluster.local', '10.96.0.7'],
    ['dig +short +search names A', '10.96.0.7'],
    ['dig +short group.shop.svc.cluster.local. A', '10.1.0.7'],
    ['dig +short first.group.shop.svc.cluster.local A', '10.1.0.7'],
    ['dig +short 10-1-0-3.shop.pod.cluster.local A', '10.1.0.3'],
    ['dig +short outside.shop.svc.cluster.local CNAME', 'foo.example.com.'],
    ['dig +short ported.shop.svc A', '10.96.0.11'],
    ['dig +short _http._tcp.ported.shop.svc SRV', '0 100 80 ported.shop.svc.cluster.local.'],
    ['dig +short _http._tcp.group.shop.svc SRV', '0 100 80 10-1-0-7.group.shop.svc.cluster.local.'],
    ['dig +short 7.0.96.10.in-addr.arpa. PTR', 'names.shop.svc.cluster.local.'],
  ])('answers %s', async (script, expected) => {
    expect((await outputOf(script)).trimEnd()).toBe(expected);
  });

  it.each(['absent A', 'second.group A', 'names CNAME', '_https._tcp.ported SRV', '9.9.9.9.in-addr.arpa PTR'])(
    'has no record for %s',
    async (question) => {
      expect(await run(`dig +noall +answer ${question}`)).toEqual({ code: 0, output: '' });
    },
  );

  it('prints records like a zone file', async () => {
    expect(await outputOf('dig +noall +answer names.shop')).toBe('names.shop.\t5\tIN\tA\t10.96.0.7\n');
  });

  it('reaches a service at a node port', async () => {
    expect(await outputOf('curl -s http://172.18.0.2:30000/')).toBe('one');
  });

  it('reaches a container through its host port', async () => {
    expect(await outputOf('curl -g --interface 172.18.0.2 http://172.18.0.2:54323/hostname')).toBe('open');
    expect((await run('nc -vuz -w 5 172.18.0.2 54323')).code).toBe(0);
    expect((await run('curl -s http://172.18.0.2:54324/')).code).toBe(7);
    const host = {
      ...CLIENT,
      spec: { ...CLIENT.spec, hostNetwork: true },
      status: { podIP: '172.18.0.2', hostIP: '172.18.0.2' },
    };
    const local = 'curl -g --connect-timeout 5 --interface 172.18.0.2 http://127.0.0.1:54324/hostname';
    expect((await run(local, host as Pod)).output).toBe('local');
    expect((await run(local)).code).toBe(7);
  });

  it('fails to connect where no pod listens', async () => {
    const refused = (target: string, port: number) => ({
      code: 1,
      output: `nc: connect to ${target} port ${port} (tcp) failed: Connection refused\n`,
    });
    expect(await run('nc -zv -w 2 empty 80')).toEqual(refused('empty', 80));
    expect(await run('nc -zv -w 2 10.1.0.3 1234')).toEqual(refused('10.1.0.3', 1234));
    expect(await run('nc -zv -w 2 names.other 80')).toEqual(refused('names.other', 80));
    expect(await run('curl -s http://10.1.0.9/')).toEqual({ code: 7, output: '' });
    expect((await run('curl http://10.1.0.9/')).output).toMatch(
      /^curl: \(7\) Failed to connect to 10\.1\.0\.9 port 80/,
    );
  });

  it('sends datagrams', async () => {
    expect(await outputOf('echo hostName | nc -w 1 -u 10.1.0.2 8081')).toBe('net');
    expect((await run('echo hostName | nc -w 1 -u 10.1.0.3 8081')).code).toBe(1);
  });

  it('lets a server send requests to other pods', async () => {
    const dial = (query: string) => outputOf(`curl -g -q -s 'http://10.1.0.2:8080/dial?tries=2&${query}'`);
    const names = 'request=hostname&protocol=http&host=names&port=80';
    expect(JSON.parse(await dial(names))).toEqual({ responses: ['one', 'two'] });
    const datagram = 'request=hostname&protocol=udp&host=10.1.0.2&port=8081';
    expect(JSON.parse(await dial(datagram))).toEqual({ responses: ['net', 'net'] });
    expect(JSON.parse(await dial('request=hostname&host=10.1.0.9&port=80'))).toHaveProperty('errors.length', 2);
  });

  it('looks up names of services', async () => {
    expect(await outputOf('nslookup names')).toBe('Name:\tnames\nAddress: 10.96.0.7\n');
    expect(await outputOf('nslookup outside.shop.svc.cluster.local')).toContain('Address: foo.example.com\n');
    expect(await outputOf('nslookup headless')).toMatch(/10\.1\.0\.3[\s\S]*10\.1\.0\.4/);
    expect(await run('nslookup absent')).toEqual({ code: 1, output: "** server can't find absent: NXDOMAIN\n" });
  });
});
