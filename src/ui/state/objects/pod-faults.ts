import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { ApiObject, GroupResource } from '../../../api/object.ts';
import { hasEnded } from '../../../api/scheduling/has-ended.ts';
import { groupResourceKey } from '../../../client/discovery.ts';
import type { Workload } from '../../../client/objects/workload.ts';

/** A fault that simulated nodes let containers have, and the annotation that states it. */
export interface PodFault {
  /** An action and its object. */
  readonly title: string;
  /** What happens, as a sentence. */
  readonly effect: string;
  readonly annotation: string;
  readonly value: string;
}

const PREFIX = 'simulation.tabplane.dev/';

const CRASH = { annotation: `${PREFIX}fault`, value: 'crash-loop' };

/** Faults that running containers get, too. */
const OF_RUNNING: readonly PodFault[] = [
  { title: 'Crash containers', effect: 'They exit with code 1, again after each restart.', ...CRASH },
  {
    title: 'Exhaust memory',
    effect: 'The kernel kills the containers (OOMKilled).',
    ...{ ...CRASH, value: 'out-of-memory' },
  },
  {
    title: 'Hang containers',
    effect: 'They run, but their readiness probes fail, so they leave their services.',
    annotation: `${PREFIX}failing-probe`,
    value: 'readiness',
  },
  {
    title: 'Fail liveness probes',
    effect: 'The kubelet kills the containers and restarts them.',
    annotation: `${PREFIX}failing-probe`,
    value: 'liveness',
  },
];

/** Faults of containers that have not started. */
const OF_NEW: readonly PodFault[] = [
  { title: 'Lose image', effect: 'The image cannot be pulled.', ...{ ...CRASH, value: 'image-not-found' } },
  {
    title: 'Slow down image',
    effect: 'Each container starts 30 seconds late, as with an image that is pulled slowly.',
    annotation: `${PREFIX}start-delay`,
    value: '30s',
  },
];

const WITH_TEMPLATE: ReadonlySet<string> = new Set(['apps/deployments', 'apps/statefulsets', 'apps/daemonsets']);

/** Where faults are stated: in a pod, or in the template of new pods. */
export type FaultPlace = 'pod' | 'template';

/** Returns where faults of an object are stated; undefined for kinds and ended pods without faults. */
export function faultPlaceOf(resource: GroupResource, object: ApiObject): FaultPlace | undefined {
  const key = groupResourceKey(resource);
  if (WITH_TEMPLATE.has(key)) return 'template';
  const pod = object as Pod;
  const isOnNode = key === '/pods' && pod.spec?.nodeName && !hasEnded(pod);
  return isOnNode ? 'pod' : undefined;
}

/** Returns the faults that an object may have. */
export const faultsAt = (place: FaultPlace): readonly PodFault[] =>
  place === 'pod' ? OF_RUNNING : [...OF_RUNNING, ...OF_NEW];

/** Reports whether an object states a fault. */
export function hasFault(object: ApiObject, place: FaultPlace, { annotation, value }: PodFault): boolean {
  const metadata = place === 'pod' ? object.metadata : (object as Workload).spec?.template?.metadata;
  return metadata?.annotations?.[annotation] === value;
}

/** Returns a strategic merge patch that states a fault, or takes it back. */
export function faultPatch(place: FaultPlace, { annotation, value }: PodFault, isWanted: boolean): object {
  const patch = { metadata: { annotations: { [annotation]: isWanted ? value : null } } };
  return place === 'pod' ? patch : { spec: { template: patch } };
}

/** Names of images that fail on simulated nodes. */
const FAILING_NAMES =
  /(^|[/-])(crash(loop)?|oom|missing|not-found|non-?existent)([-:@]|$)|:(missing|not-found|non-?existent|404)$|^invalid\./;

/** Returns why the images of an object fail or do not, as sentences. */
export function imageNote(object: ApiObject, place: FaultPlace): string {
  const spec = place === 'pod' ? (object as Pod).spec : (object as Workload).spec?.template?.spec;
  const failing = (spec?.containers ?? []).flatMap(({ image = '' }) => (FAILING_NAMES.test(image) ? [image] : []));
  const rule = 'Simulated nodes run no images. Containers fail when their image is named crash, oom or missing.';
  return failing.length > 0
    ? `${rule} ${failing.join(', ')} fails because of its name.`
    : `${rule} Others only fail on request.`;
}
