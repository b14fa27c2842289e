import type { Cause } from '../../../api/debug/why.ts';
import type { Lease } from '../../../api/kinds/coordination-v1.generated.ts';
import type { Node } from '../../../api/kinds/core-v1.generated.ts';
import { conditionOf } from '../../objects/condition-of.ts';
import { cause, conditionEvidence, objectEvidence, patchFix } from '../cause.ts';
import { idle } from '../idle.ts';
import { type Rule, rule } from '../view.ts';
import { timeText } from '../words.ts';

/** The annotation that crashes a simulated node. A project name, which no dialect renames. */
const DOWN = 'simulation.tabplane.dev/down';
const SIMULATED = 'simulation.tabplane.dev/node';

/** Explains a node that does not report, or reports that it is not ready. */
export const unready: Rule = rule<Node>(async (node, view) => {
  const { name = '' } = node.metadata;
  const ready = conditionOf(node.status?.conditions, 'Ready');
  const evidence = [conditionEvidence(node, ready)];
  if (ready?.status === 'True') return undefined;
  const because = silence(node, view);
  if (!ready)
    return cause('node-never-reported', `the kubelet of node ${name} has never reported`, { evidence, because });
  if (ready.status === 'False')
    return cause('node-not-ready', `node ${name} reports that it is not ready: ${ready.message || ready.reason}`, {
      evidence,
    });
  const lease = await view.find<Lease>('coordination/Lease', 'kube-node-lease', name);
  const since = lease?.spec?.renewTime ?? ready.lastHeartbeatTime ?? ready.lastTransitionTime;
  return cause(
    'node-stopped-reporting',
    `node ${name} stopped reporting${since ? ` at ${timeText(since, view.now)}` : ''}`,
    {
      evidence,
      because,
    },
  );
});

function silence(node: Node, view: Parameters<Rule['find']>[1]): readonly Cause[] {
  const { annotations, name } = node.metadata;
  if (annotations?.[DOWN] === 'true')
    return [
      cause('node-crashed', `the annotation ${DOWN} makes it crash`, {
        evidence: [objectEvidence(node, `metadata.annotations: ${DOWN}=true`)],
        fix: patchFix(`Let node ${name} run again`, node, 'nodes', { metadata: { annotations: { [DOWN]: null } } }),
      }),
    ];
  if (annotations?.[SIMULATED] === undefined)
    return [cause('node-not-simulated', 'it is not a simulated node, and no kubelet reports for it')];
  return idle('node-simulation', view);
}

const PRESSURES: Readonly<Record<string, string>> = {
  MemoryPressure: 'memory',
  DiskPressure: 'disk space',
  PIDPressure: 'process IDs',
  NetworkUnavailable: 'network',
};

/** Explains a ready node that admits no pods. */
export const cordoned: Rule = rule<Node>((node) => {
  const { name } = node.metadata;
  if (conditionOf(node.status?.conditions, 'Ready')?.status !== 'True') return undefined;
  const causes: Cause[] = [];
  if (node.spec?.unschedulable)
    causes.push(
      cause('node-cordoned', `node ${name} is cordoned, so the scheduler assigns no new pods to it`, {
        evidence: [objectEvidence(node, 'spec.unschedulable: true')],
        fix: patchFix(`Uncordon node ${name}`, node, 'nodes', { spec: { unschedulable: null } }),
      }),
    );
  for (const [type, what] of Object.entries(PRESSURES)) {
    const condition = conditionOf(node.status?.conditions, type);
    if (condition?.status === 'True')
      causes.push(
        cause('node-pressure', `node ${name} runs out of ${what}`, { evidence: [conditionEvidence(node, condition)] }),
      );
  }
  return causes;
});
