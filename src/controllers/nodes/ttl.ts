import { kubernetesName } from '../../api/dialect.ts';
import type { Node } from '../../api/kinds/core-v1.generated.ts';
import type { Controller } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';

const TTL_ANNOTATION = kubernetesName('node.alpha.kubernetes.io/ttl');

/** Overlapping cluster sizes, so that adding or removing a single node does not change the value of all nodes. */
const STEPS: readonly { readonly from: number; readonly to: number; readonly seconds: number }[] = [
  { from: 0, to: 100, seconds: 0 },
  { from: 90, to: 500, seconds: 15 },
  { from: 450, to: 1000, seconds: 30 },
  { from: 900, to: 2000, seconds: 60 },
  { from: 1800, to: 10_000, seconds: 300 },
  { from: 9000, to: Number.POSITIVE_INFINITY, seconds: 600 },
];

/** Returns the step for a number of nodes, given the last step. */
export function nextStep(last: number, nodeCount: number): number {
  let step = last;
  while (step > 0 && nodeCount < (STEPS[step]?.from ?? 0)) step -= 1;
  while (nodeCount > (STEPS[step]?.to ?? Number.POSITIVE_INFINITY)) step += 1;
  return step;
}

/** Annotates nodes with the seconds for which they may cache objects, which increase with the number of nodes. */
export const ttlController: Controller = {
  name: 'ttl-controller',
  alias: 'ttl',
  serviceAccount: 'ttl-controller',
  run(context) {
    const { informers, dialect, signal } = context;
    const address = { group: '', version: 'v1', resource: 'nodes' };
    const informer = informers.for<Node>(address);
    let step = 0;
    let nodeCount = 0;
    /** Tracks the number of nodes. All nodes are reconciled when the step changes. */
    const count = (change: 1 | -1): void => {
      nodeCount += change;
      step = nextStep(step, nodeCount);
    };
    const uncount = informer.subscribe({ added: () => count(1), deleted: () => count(-1) });
    const reconciler = new Reconciler<Node>({
      ...context,
      name: ttlController.name,
      informer,
      async reconcile({ metadata: { name = '', annotations } }, client) {
        const key = dialect.rename(TTL_ANNOTATION);
        const wanted = String(STEPS[step]?.seconds ?? 0);
        if (annotations?.[key] === wanted) return undefined;
        await client.patch({ ...address, name }, 'strategic', { metadata: { annotations: { [key]: wanted } } });
        return undefined;
      },
    });
    const run = reconciler.run(signal);
    return run.finally(uncount);
  },
};
