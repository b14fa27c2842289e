import type { PersistentVolume, PersistentVolumeClaim } from '../../api/kinds/core-v1.generated.ts';
import { BOUND_BY_CONTROLLER_ANNOTATION, SELECTED_NODE_ANNOTATION } from '../../api/kubernetes-names.ts';
import { hasEnded } from '../../api/scheduling/has-ended.ts';
import { objectKey } from '../../client/object-key.ts';
import type { BinderContext } from './binder-context.ts';
import { bind, loseClaim, setClaimStatus } from './binding-writes.ts';
import { annotationOf, classOf, findMatch, isBoundTo, mismatchOf } from './claim-matching.ts';
import { migrateClaim } from './migrated-plugins.ts';
import { assignDefaultClass, provision } from './provisioning.ts';
import { BIND_COMPLETED } from './volume-names.ts';

/** Advances the binding of a claim to its volume, or detects that the volume is lost. */
export async function syncClaim(known: PersistentVolumeClaim, context: BinderContext): Promise<void> {
  const claim = await migrateClaim(known, context);
  if (annotationOf(claim, BIND_COMPLETED, context.dialect) !== undefined) return checkBinding(claim, context);
  return claim.spec?.volumeName ? bindToRequested(claim, claim.spec.volumeName, context) : findVolume(claim, context);
}

async function checkBinding(claim: PersistentVolumeClaim, context: BinderContext): Promise<void> {
  const { volumeName } = claim.spec ?? {};
  const lose = (what: string): Promise<void> =>
    loseClaim(claim, 'ClaimLost', `Bound claim has lost ${what}. Data on the volume is lost!`, context);
  if (!volumeName) return lose('reference to PersistentVolume');
  const volume = context.volumes.get(volumeName);
  if (!volume) return lose('its PersistentVolume');
  const { claimRef } = volume.spec ?? {};
  if (!claimRef || claimRef.uid === claim.metadata.uid) return bind(volume, claim, context);
  const message = 'Two claims are bound to the same volume, this one is bound incorrectly';
  return loseClaim(claim, 'ClaimMisbound', message, context);
}

async function bindToRequested(claim: PersistentVolumeClaim, name: string, context: BinderContext): Promise<void> {
  const { volumes, events, dialect } = context;
  const volume = volumes.get(name);
  if (volume && isBoundTo(volume, claim)) return bind(volume, claim, context);
  if (volume && !volume.spec?.claimRef) {
    const problem = mismatchOf(volume, claim, dialect);
    if (problem === undefined) return bind(volume, claim, context);
    const message = `Cannot bind to requested volume ${JSON.stringify(name)}: ${problem}`;
    events.record(claim, 'Warning', 'VolumeMismatch', message);
  } else if (volume) {
    events.record(
      claim,
      'Warning',
      'FailedBinding',
      `volume ${JSON.stringify(name)} already bound to a different claim.`,
    );
    if (annotationOf(claim, BOUND_BY_CONTROLLER_ANNOTATION, dialect) !== undefined)
      throw new Error(invalidBinding(claim, volume));
  }
  await setClaimStatus(claim, 'Pending', undefined, context);
}

/** Handles a claim whose annotation for a complete binding was removed. */
function invalidBinding({ metadata }: PersistentVolumeClaim, { metadata: { name }, spec }: PersistentVolume): string {
  const claim = JSON.stringify(`${metadata.namespace}/${metadata.name}`);
  const other = JSON.stringify(`${spec?.claimRef?.namespace}/${spec?.claimRef?.name}`);
  return `invalid binding of claim ${claim} to volume ${JSON.stringify(name)}: volume already claimed by ${other}`;
}

async function findVolume(claim: PersistentVolumeClaim, context: BinderContext): Promise<void> {
  const { volumes, classes, events, dialect } = context;
  const isDelayed = classes.get(classOf(claim, dialect))?.volumeBindingMode === 'WaitForFirstConsumer';
  const volume = findMatch(claim, volumes.list(), { isDelayed, dialect });
  if (volume) return bind(volume, claim, context);
  if (await assignDefaultClass(claim, context)) return;
  if (isDelayed && annotationOf(claim, SELECTED_NODE_ANNOTATION, dialect) === undefined) reportDelay(claim, context);
  else if (classOf(claim, dialect) !== '') return provision(claim, context);
  else {
    const message = 'no persistent volumes available for this claim and no storage class is set';
    events.record(claim, 'Normal', 'FailedBinding', message);
  }
  await setClaimStatus(claim, 'Pending', undefined, context);
}

function reportDelay(claim: PersistentVolumeClaim, { events, podsOf }: BinderContext): void {
  const waiting = podsOf(objectKey(claim))
    .filter((pod) => !pod.spec?.nodeName && !hasEnded(pod))
    .map(({ metadata }) => metadata.name ?? '');
  if (waiting.length === 0) {
    const message = 'waiting for first consumer to be created before binding';
    events.record(claim, 'Normal', 'WaitForFirstConsumer', message);
    return;
  }
  const pods = `pod${waiting.length > 1 ? 's' : ''} ${waiting.join(',')}`;
  events.record(claim, 'Normal', 'WaitForPodScheduled', `waiting for ${pods} to be scheduled`);
}
