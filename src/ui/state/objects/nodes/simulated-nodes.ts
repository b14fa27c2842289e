import { type Dialect, kubernetesName } from '../../../../api/dialect.ts';
import type { Node } from '../../../../api/kinds/core-v1.generated.ts';
import { HOSTNAME_LABEL } from '../../../../api/kubernetes-names.ts';

const ARCHITECTURE_LABEL = kubernetesName('kubernetes.io/arch');
const OPERATING_SYSTEM_LABEL = kubernetesName('kubernetes.io/os');

/** Marks nodes that the cluster simulates. */
export const SIMULATED_ANNOTATION = 'simulation.tabplane.dev/node';
/** On a simulated node: `true` stops its heartbeats and its pods, as a crash does. */
export const DOWN_ANNOTATION = 'simulation.tabplane.dev/down';

export const isSimulated = ({ metadata }: Node): boolean => metadata.annotations?.[SIMULATED_ANNOTATION] !== undefined;
export const isDown = ({ metadata }: Node): boolean => metadata.annotations?.[DOWN_ANNOTATION] === 'true';

const PREFIX = 'simulated-node-';

/** Returns new simulated nodes, with the lowest numbers that no node has. */
export function newSimulatedNodes(existing: readonly Node[], count: number, dialect: Dialect): Node[] {
  const taken = new Set(existing.map(({ metadata }) => metadata.name));
  const nodes: Node[] = [];
  for (let number = 0; nodes.length < count; number++) {
    const name = `${PREFIX}${number}`;
    if (!taken.has(name)) nodes.push(simulatedNode(name, dialect));
  }
  return nodes;
}

const simulatedNode = (name: string, { rename }: Dialect): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name,
    annotations: { [SIMULATED_ANNOTATION]: 'true' },
    labels: {
      [rename(ARCHITECTURE_LABEL)]: 'amd64',
      [rename(HOSTNAME_LABEL)]: name,
      [rename(OPERATING_SYSTEM_LABEL)]: 'linux',
    },
  },
});

/** Returns a merge patch that takes a simulated node down, or brings it back. */
export const downPatch = (isDown: boolean): object => ({
  metadata: { annotations: { [DOWN_ANNOTATION]: isDown ? 'true' : null } },
});
