import { isRecord } from '../../../api/object.ts';
import type { AnyObject, Command } from '../../command.ts';
import { failure } from '../../command-error.ts';
import { flag } from '../../command-line/flags.ts';
import { typeNamed } from '../../objects/resource-types.ts';
import { readObjects, targetsOf } from '../../objects/targets.ts';
import { literalPairs } from '../generators/data-pairs.ts';
import { FILE_FLAGS, OUTPUT_FLAGS, writeFlags } from '../shared-flags.ts';
import { dryRunOf, printWritten, writeOptionsOf } from '../write-options.ts';

export const run: Command = {
  name: 'run',
  usage: 'NAME --image=IMAGE [-- COMMAND]',
  summary: 'Create a pod that runs an image.',
  examples: ['run web --image=nginx', 'run once --image=busybox --restart=Never -- echo hello'],
  completes: 'none',
  flags: [
    ...OUTPUT_FLAGS,
    ...writeFlags('kubectl-run'),
    flag('image', 'string', 'Image of the container.'),
    flag('port', 'string', 'Port of the container.'),
    flag('env', 'array', 'Variable NAME=VALUE.'),
    flag('labels,l', 'string', 'Labels: app=web,tier=front.'),
    flag('annotations', 'array', 'Annotation KEY=VALUE.'),
    flag('restart', 'string', 'Always, OnFailure or Never.', 'Always'),
    flag('image-pull-policy', 'string', 'Always, IfNotPresent or Never.'),
    flag('command', 'bool', 'The words after -- replace the entrypoint, not its arguments.'),
  ],
  async run(invocation) {
    const { flags, client, environment, namespace } = invocation;
    const [name] = flags.args;
    if (name === undefined || flags.dashIndex === 0) throw failure('NAME is required for run');
    if (!flags.has('image')) throw failure('required flag(s) "image" not set');
    const words = flags.dashIndex === undefined ? flags.args.slice(1) : flags.args.slice(flags.dashIndex);
    const labels = flags.has('labels')
      ? Object.fromEntries(literalPairs(flags.text('labels').split(',')))
      : { run: name };
    const container = {
      ...(flags.has('env')
        ? { env: literalPairs(flags.list('env')).map(([key, value]) => ({ name: key, value })) }
        : {}),
      image: flags.text('image'),
      ...(flags.has('image-pull-policy') ? { imagePullPolicy: flags.text('image-pull-policy') } : {}),
      name,
      ...(flags.has('port') ? { ports: [{ containerPort: portNumber(flags.text('port')) }] } : {}),
      resources: {},
      ...(words.length > 0 ? { [flags.is('command') ? 'command' : 'args']: words } : {}),
    };
    const resource = await typeNamed(environment, 'pods');
    const isSent = dryRunOf(invocation) !== 'client';
    const pod = {
      apiVersion: 'v1',
      kind: resource.kind,
      metadata: {
        ...(flags.has('annotations')
          ? { annotations: Object.fromEntries(literalPairs(flags.list('annotations'))) }
          : {}),
        creationTimestamp: null,
        labels,
        name,
        ...(isSent || flags.has('namespace') ? { namespace } : {}),
      },
      spec: { containers: [container], dnsPolicy: 'ClusterFirst', restartPolicy: flags.text('restart') },
      status: {},
    } as unknown as AnyObject;
    const address = { group: '', version: 'v1', resource: 'pods', namespace };
    printWritten(
      invocation,
      isSent ? await client.create<AnyObject>(address, pod, writeOptionsOf(invocation)) : pod,
      'created',
    );
  },
};

/** Reads a port, which has no protocol. @throws CommandError */
function portNumber(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw failure(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}

export const expose: Command = {
  name: 'expose',
  usage: 'TYPE NAME [--port=PORT] [--target-port=PORT] [--type=TYPE]',
  summary: 'Create a service for the pods of an object.',
  examples: ['expose deployment web --port=80 --target-port=8080'],
  completes: 'type-name',
  flags: [
    ...OUTPUT_FLAGS,
    ...FILE_FLAGS,
    ...writeFlags('kubectl-expose'),
    flag('port', 'string', 'Port of the service.'),
    flag('target-port', 'string', 'Number or name of the port of the pods.'),
    flag('protocol', 'string', 'TCP, UDP or SCTP.'),
    flag('type', 'string', 'ClusterIP, NodePort, LoadBalancer or ExternalName.'),
    flag('name', 'string', 'Name of the service; that of the object by default.'),
    flag('labels,l', 'string', 'Labels of the service.'),
    flag('selector', 'string', 'Selector of the service.'),
    flag('cluster-ip', 'string', 'Cluster IP; None for a headless service.'),
    flag('session-affinity', 'string', 'None or ClientIP.'),
    flag('external-ip', 'string', 'External address of the service.'),
  ],
  async run(invocation) {
    const { flags, client } = invocation;
    const targets = await targetsOf(invocation, flags.args, { ignoresSelector: true });
    for (const { object, target } of await readObjects(invocation, targets)) {
      const selector = flags.has('selector')
        ? Object.fromEntries(literalPairs(flags.text('selector').split(',')))
        : selectorOf(object);
      const declared = portsOf(object);
      const ports = flags.has('port')
        ? flags.text('port').split(',').map(Number)
        : [...new Set(declared.map(({ port }) => port))];
      if (ports.length === 0) throw failure("couldn't find port via --port flag or introspection");
      const given = flags.text('target-port');
      const targetPort = given === '' ? undefined : /^\d+$/.test(given) ? Number(given) : given;
      const isSent = dryRunOf(invocation) !== 'client';
      const service = {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: {
          creationTimestamp: null,
          ...(object.metadata.labels || flags.has('labels')
            ? {
                labels: flags.has('labels')
                  ? Object.fromEntries(literalPairs(flags.text('labels').split(',')))
                  : object.metadata.labels,
              }
            : {}),
          name: flags.text('name') || object.metadata.name,
          ...(isSent || flags.has('namespace') ? { namespace: target.namespace } : {}),
        },
        spec: {
          ...(flags.has('cluster-ip') ? { clusterIP: flags.text('cluster-ip') } : {}),
          ...(flags.has('external-ip') ? { externalIPs: [flags.text('external-ip')] } : {}),
          ports: ports.flatMap((port, index) => {
            const protocols = protocolsOf(port, declared, flags.text('protocol'));
            const name = ports.length > 1 ? `port-${index + 1}` : undefined;
            return protocols.map((protocol) => ({
              ...(protocols.length > 1
                ? { name: `port-${index + 1}-${protocol.toLowerCase()}` }
                : name === undefined
                  ? {}
                  : { name }),
              port,
              protocol,
              targetPort: targetPort ?? port,
            }));
          }),
          selector,
          ...(flags.has('session-affinity') ? { sessionAffinity: flags.text('session-affinity') } : {}),
          ...(flags.has('type') ? { type: flags.text('type') } : {}),
        },
        status: { loadBalancer: {} },
      } as unknown as AnyObject;
      const address = { group: '', version: 'v1', resource: 'services', namespace: target.namespace ?? '' };
      printWritten(
        invocation,
        isSent ? await client.create<AnyObject>(address, service, writeOptionsOf(invocation)) : service,
        'exposed',
      );
    }
  },
};

function selectorOf({ kind, metadata, spec }: AnyObject): unknown {
  if (!isRecord(spec)) throw failure(`cannot expose a ${kind}`);
  if (kind === 'Pod') {
    if (!metadata.labels) throw failure('the pod has no labels and cannot be exposed');
    return metadata.labels;
  }
  const { selector } = spec;
  if (!isRecord(selector)) throw failure(`cannot expose a ${kind}`);
  return isRecord(selector.matchLabels) ? selector.matchLabels : selector;
}

/** A port that an object declares. */
interface DeclaredPort {
  readonly port: number;
  readonly protocol: string;
}

/** Returns the protocols with which a port is exposed: the chosen one, those that the object declares for it, or TCP. */
function protocolsOf(port: number, declared: readonly DeclaredPort[], chosen: string): readonly string[] {
  if (chosen !== '') return [chosen];
  const found = declared.filter((each) => each.port === port).map(({ protocol }) => protocol);
  return found.length > 0 ? [...new Set(found)] : ['TCP'];
}

function portsOf({ kind, spec }: AnyObject): DeclaredPort[] {
  if (!isRecord(spec)) return [];
  if (kind === 'Service')
    return ((spec.ports ?? []) as { port: number; protocol?: string }[]).map(({ port, protocol = 'TCP' }) => ({
      port,
      protocol,
    }));
  const template = isRecord(spec.template) && isRecord(spec.template.spec) ? spec.template.spec : spec;
  const containers = (template.containers ?? []) as {
    readonly ports?: readonly { readonly containerPort: number; readonly protocol?: string }[];
  }[];
  return containers.flatMap(({ ports = [] }) =>
    ports.map(({ containerPort, protocol = 'TCP' }) => ({ port: containerPort, protocol })),
  );
}
