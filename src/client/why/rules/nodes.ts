import type { Cause, Fix } from '../../../api/debug/why.ts';
import type { Lease } from '../../../api/kinds/coordination-v1.generated.ts';
import type { Node, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { conditionOf } from '../../objects/condition-of.ts';
import { cause, conditionEvidence, objectEvidence, patchFix } from '../cause.ts';
import { idle } from '../idle.ts';
import { type Rule, rule, type View } from '../view.ts';
import { durationText, timeText } from '../words.ts';
import { largest, requesters } from './requests.ts';

/** The annotation that crashes a simulated node. A project name, which no dialect renames. */
const DOWN = 'simulation.tabplane.dev/down';
const SIMULATED = 'simulation.tabplane.dev/node';

/** Explains a node that does not report, or reports that it is not ready. */
export const unready: Rule = rule<Node>(async (node, view) => {
  const { name = '' } = node.metadata;
  const ready = conditionOf(node.status?.conditions, 'Ready');
  const evidence = [conditionEvidence(node, ready)];
  if (ready?.status === 'True') return undefined;
  if (!ready)
    return cause('node-never-reported', `the kubelet of node ${name} has never reported`, {
      evidence,
      because: silence(node, undefined, view),
    });
  if (ready.status === 'False')
    return cause('node-not-ready', `node ${name} reports that it is not ready: ${ready.message || ready.reason}`, {
      evidence,
    });
  const lease = await view.findIfAllowed<Lease>('coordination/Lease', 'kube-node-lease', name);
  const since = lease?.spec?.renewTime ?? ready.lastHeartbeatTime ?? ready.lastTransitionTime;
  return cause(
    'node-stopped-reporting',
    `node ${name} stopped reporting${since ? ` at ${timeText(since, view.now)}` : ''}`,
    {
      evidence: [...evidence, lease && objectEvidence(lease, 'spec.renewTime')],
      because: silence(node, since, view),
    },
  );
});

/** Returns why a node does not report. @param since metav1.MicroTime of its last report */
function silence(node: Node, since: string | undefined, view: View): readonly Cause[] {
  const { annotations, name } = node.metadata;
  if (annotations?.[DOWN] === 'true')
    return [
      cause('node-crashed', `the annotation ${DOWN} makes it crash`, {
        evidence: [objectEvidence(node, `metadata.annotations: ${DOWN}=true`)],
        fix: patchFix(`Let node ${name} run again`, node, 'nodes', { metadata: { annotations: { [DOWN]: null } } }),
      }),
    ];
  if (annotations?.[SIMULATED] === undefined) return [movedAway(node, since, view) ?? notSimulated(node)];
  return idle('node-simulation', view);
}

/** Milliseconds without a report after which a node counts as unreachable. */
const GRACE = 40_000;

/** Returns the move of the clock that was longer than the kubelet, which lives by another clock, may be silent. */
function movedAway(node: Node, since: string | undefined, view: View): Cause | undefined {
  const last = Date.parse(since ?? '');
  const move = view.moves.find(({ from, to }) => to - from > GRACE && last >= from - GRACE && last < to - GRACE);
  if (!move) return undefined;
  const [from, to] = [move.from, move.to].map((time) => timeText(new Date(time).toISOString(), view.now));
  return cause('clock-moved', `the clock was moved by ${durationText(move.to - move.from)}`, {
    evidence: [objectEvidence(node, `last report before the clock moved from ${from} to ${to}`)],
    fix: simulate(node),
  });
}

const notSimulated = (node: Node): Cause =>
  cause('node-not-simulated', 'it is not a simulated node, and no kubelet reports for it', { fix: simulate(node) });

const simulate = (node: Node): Fix =>
  patchFix(`Simulate node ${node.metadata.name}`, node, 'nodes', {
    metadata: { annotations: { [SIMULATED]: 'true' } },
  });

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
  return [...causes, ...pressures(node)];
});

/** Explains the lack of a resource that a node reports. */
export const pressure: Rule = rule<Node>(pressures);

function pressures(node: Node): readonly Cause[] {
  return Object.entries(PRESSURES).flatMap(([type, what]) => {
    const condition = conditionOf(node.status?.conditions, type);
    return condition?.status === 'True'
      ? cause('node-pressure', `node ${node.metadata.name} runs out of ${what}`, {
          evidence: [conditionEvidence(node, condition)],
        })
      : [];
  });
}

/** Names the pods that request most of a resource of a node. */
export const fullNode = (resource: string): Rule =>
  rule<Node>(async (node, view) => {
    const pods = (await view.listAs<Pod>('core/Pod')).filter(({ spec }) => spec?.nodeName === node.metadata.name);
    const found = largest(pods, resource);
    return found.length > 0 ? requesters(found, resource) : undefined;
  });
