import { METRICS_GROUP } from '../../../api/kubernetes-names.ts';
import { addQuantities, parseQuantity, type Quantity, scaledValue, thousandths } from '../../../api/values/quantity.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { AnyObject, Command, Invocation } from '../../command.ts';
import { failure } from '../../command-error.ts';
import { flag } from '../../command-line/flags.ts';
import { items, string } from '../../describe/fields.ts';
import { listAll } from '../../objects/list-all.ts';
import { typeNamed } from '../../objects/resource-types.ts';
import { alignRows } from '../../output/tab-writer.ts';
import { ALL_NAMESPACES, SELECTOR_FLAGS } from '../shared-flags.ts';

const MEBIBYTE = 1024 * 1024;

const FLAGS = [
  ...SELECTOR_FLAGS.slice(0, 1),
  flag('no-headers', 'bool', 'Leave out the headers.'),
  flag('sort-by', 'string', 'cpu or memory.'),
];

async function metricsOf(
  invocation: Invocation,
  resource: string,
  kind: string,
  namespace?: string,
): Promise<AnyObject[]> {
  const { client, environment, flags } = invocation;
  const group = environment.dialect().rename(METRICS_GROUP);
  const labelSelector = flags.text('selector');
  try {
    const all = await listAll(
      client,
      { group, version: 'v1beta1', resource, kind },
      namespace,
      labelSelector ? { labelSelector } : {},
    );
    const [name] = flags.args;
    const found = name === undefined ? all : all.filter(({ metadata }) => metadata.name === name);
    return sortMetrics(found, flags.text('sort-by'));
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) throw failure('Metrics API not available');
    throw error;
  }
}

function sortMetrics(all: AnyObject[], key: string): AnyObject[] {
  if (key !== 'cpu' && key !== 'memory') return all;
  return all.sort((a, b) => thousandths(usageOf(b, key)) - thousandths(usageOf(a, key)));
}

const ZERO = parseQuantity('0');

/** Returns what a node, or all containers of a pod, use of a resource. */
const usageOf = (metrics: AnyObject, name: string): Quantity => {
  const containers = items(metrics, 'containers');
  if (containers.length === 0) return parseQuantity(string(metrics, 'usage', name) || '0');
  return containers.map((each) => parseQuantity(string(each, 'usage', name) || '0')).reduce(addQuantities, ZERO);
};

const cpuText = (amount: Quantity): string => `${thousandths(amount)}m`;
const memoryText = (amount: Quantity): string => `${Math.trunc(Number(scaledValue(amount, 0)) / MEBIBYTE)}Mi`;

const print = ({ flags, out }: Invocation, header: readonly string[], rows: readonly (readonly string[])[]): void =>
  out(alignRows([...(flags.is('no-headers') ? [] : [header]), ...rows].map((cells) => [...cells, ''])));

const topNodes: Command = {
  name: 'top nodes',
  usage: '[NAME | -l SELECTOR]',
  summary: 'Print the CPU and memory that nodes use.',
  completes: 'nodes',
  flags: FLAGS,
  async run(invocation) {
    const metrics = await metricsOf(invocation, 'nodes', 'NodeMetrics');
    const nodes = await listAll(invocation.client, await typeNamed(invocation.environment, 'nodes'));
    const rows = metrics.map((each) => {
      const node = nodes.find(({ metadata }) => metadata.name === each.metadata.name);
      const share = (name: string): string => {
        const all = thousandths(parseQuantity(string(node, 'status', 'allocatable', name) || '0'));
        return all > 0 ? `${Math.trunc((thousandths(usageOf(each, name)) * 100) / all)}%` : '<unknown>';
      };
      return [
        each.metadata.name ?? '',
        cpuText(usageOf(each, 'cpu')),
        share('cpu'),
        memoryText(usageOf(each, 'memory')),
        share('memory'),
      ];
    });
    print(invocation, ['NAME', 'CPU(cores)', 'CPU%', 'MEMORY(bytes)', 'MEMORY%'], rows);
  },
};

const topPods: Command = {
  name: 'top pods',
  usage: '[NAME | -l SELECTOR]',
  summary: 'Print the CPU and memory that pods use.',
  completes: 'pods',
  flags: [...FLAGS, ALL_NAMESPACES, flag('containers', 'bool', 'One line for each container.')],
  async run(invocation) {
    const { flags, namespace, err } = invocation;
    const isEverywhere = flags.is('all-namespaces');
    const metrics = await metricsOf(invocation, 'pods', 'PodMetrics', isEverywhere ? undefined : namespace);
    if (metrics.length === 0) {
      err(isEverywhere ? 'No resources found\n' : `No resources found in ${namespace} namespace.\n`);
      return;
    }
    const place = (each: AnyObject): string[] => (isEverywhere ? [each.metadata.namespace ?? ''] : []);
    const rows = metrics.flatMap((each) =>
      flags.is('containers')
        ? items(each, 'containers').map((container) => [
            ...place(each),
            ...[each.metadata.name ?? '', string(container, 'name')],
            ...[
              cpuText(parseQuantity(string(container, 'usage', 'cpu') || '0')),
              memoryText(parseQuantity(string(container, 'usage', 'memory') || '0')),
            ],
          ])
        : [
            [
              ...place(each),
              each.metadata.name ?? '',
              cpuText(usageOf(each, 'cpu')),
              memoryText(usageOf(each, 'memory')),
            ],
          ],
    );
    const names = flags.is('containers') ? ['POD', 'NAME'] : ['NAME'];
    print(invocation, [...(isEverywhere ? ['NAMESPACE'] : []), ...names, 'CPU(cores)', 'MEMORY(bytes)'], rows);
  },
};

export const TOP_COMMANDS: readonly Command[] = [
  topNodes,
  topPods,
  { ...topNodes, name: 'top node' },
  { ...topPods, name: 'top pod' },
];
