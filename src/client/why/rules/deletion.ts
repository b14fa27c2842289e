import type { Cause } from '../../../api/debug/why.ts';
import { kubernetesName } from '../../../api/dialect.ts';
import type { CustomResourceDefinition } from '../../../api/kinds/apiextensions-v1.generated.ts';
import type { PersistentVolume, PersistentVolumeClaim, Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { hasEnded } from '../../../api/scheduling/has-ended.ts';
import { kindKeyOf } from '../../objects/kind-key.ts';
import { ownedKinds } from '../../relations/kind-links.ts';
import { cause, objectEvidence, patchFix } from '../cause.ts';
import { idle, stopped } from '../idle.ts';
import type { Rule, View } from '../view.ts';
import { listText } from '../words.ts';

const CLAIM_PROTECTION = kubernetesName('kubernetes.io/pvc-protection');
const INSTANCES = kubernetesName('customresourcecleanup.apiextensions.k8s.io');
const VOLUME_PROTECTION = kubernetesName('kubernetes.io/pv-protection');

/** Explains a deleted object held by finalizers. */
export const finalizers: Rule = {
  async find(object, view) {
    const { deletionTimestamp, finalizers: all = [] } = object.metadata;
    if (!deletionTimestamp || all.length === 0) return undefined;
    const causes: Cause[] = [];
    for (const name of all) causes.push(await heldBy(object, name, view));
    return causes;
  },
};

async function heldBy(object: ApiObject, name: string, view: View): Promise<Cause> {
  const text = `the finalizer ${name} holds ${object.kind} ${object.metadata.name}`;
  const evidence = [objectEvidence(object, `metadata.finalizers: ${name}`)];
  const held = (because: readonly Cause[]) => cause('finalizer', text, { evidence, because });
  if (name === 'foregroundDeletion') return held(await dependents(object, view));
  if (name === view.dialect.rename(INSTANCES)) return held(await instances(object as CustomResourceDefinition, view));
  if (name === 'orphan') return held(idle('garbage-collector-controller', view));
  if (name === view.dialect.rename(CLAIM_PROTECTION)) return held(await users(object as PersistentVolumeClaim, view));
  if (name === view.dialect.rename(VOLUME_PROTECTION)) return held(boundClaim(object as PersistentVolume, view));
  const others = (object.metadata.finalizers ?? []).filter((other) => other !== name);
  return cause('finalizer', `${text} until its controller removes it`, {
    evidence,
    fix: patchFix(`Remove the finalizer ${name}`, object, resourceOf(object), { metadata: { finalizers: others } }),
  });
}

/** Returns the resource name of a kind by the usual plural rule. */
const resourceOf = ({ kind }: ApiObject): string => {
  const word = kind.toLowerCase();
  return /(s|x|ch)$/.test(word) ? `${word}es` : word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`;
};

async function dependents(object: ApiObject, view: View): Promise<readonly Cause[]> {
  const waits = stopped('garbage-collector-controller', view);
  if (waits.length > 0) return waits;
  const { uid, namespace } = object.metadata;
  for (const kind of ownedKinds(kindKeyOf(object, view.dialect))) {
    const owned = ((await view.list(kind, namespace)) ?? []).filter(({ metadata }) =>
      metadata.ownerReferences?.some((owner) => owner.uid === uid && owner.blockOwnerDeletion),
    );
    const [first] = owned;
    if (first)
      return [
        cause(
          'dependents',
          `${listText(owned.map(({ kind: one, metadata }) => `${one} ${metadata.name}`))} must be deleted first`,
          {
            evidence: owned.slice(0, 3).map((each) => objectEvidence(each)),
            because: await view.causesOf(first),
          },
        ),
      ];
  }
  return [];
}

/** Returns the objects of a definition that cannot be deleted. */
async function instances({ spec }: CustomResourceDefinition, view: View): Promise<readonly Cause[]> {
  const all = (await view.list(`${spec.group}/${spec.names.kind}`)) ?? [];
  const [first] = all.filter(({ metadata }) => metadata.deletionTimestamp);
  return first
    ? [
        cause('dependents', `${first.kind} ${first.metadata.name} must be deleted first`, {
          evidence: [objectEvidence(first)],
          because: await view.causesOf(first),
        }),
      ]
    : [];
}

async function users({ metadata }: PersistentVolumeClaim, view: View): Promise<readonly Cause[]> {
  const pods = (await view.listAs<Pod>('core/Pod', metadata.namespace)).filter(
    (pod) =>
      !hasEnded(pod) &&
      pod.spec?.volumes?.some(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName === metadata.name),
  );
  return pods.length > 0
    ? [
        cause(
          'claim-in-use',
          `${listText(pods.map((pod) => `pod ${pod.metadata.name}`))} ${pods.length === 1 ? 'uses' : 'use'} it`,
          {
            evidence: pods.slice(0, 3).map((pod) => objectEvidence(pod, 'spec.volumes')),
          },
        ),
      ]
    : idle('persistentvolumeclaim-protection-controller', view);
}

function boundClaim({ spec, status }: PersistentVolume, view: View): readonly Cause[] {
  const { namespace, name } = spec?.claimRef ?? {};
  return status?.phase === 'Bound'
    ? [cause('volume-in-use', `claim ${namespace}/${name} is bound to it`)]
    : idle('persistentvolume-protection-controller', view);
}

/** Explains an object that still exists although its owners do not. */
export const orphaned: Rule = {
  async find(object, view) {
    const { ownerReferences = [], namespace, deletionTimestamp } = object.metadata;
    if (deletionTimestamp || ownerReferences.length === 0) return undefined;
    for (const owner of ownerReferences) {
      const kind = kindKeyOf(owner, view.dialect);
      // Owners are in the namespace of the object, or cluster-scoped.
      const isOwner = ({ metadata }: ApiObject): boolean => metadata.uid === owner.uid;
      if ((await view.listAs(kind, namespace)).some(isOwner) || (await view.listAs(kind)).some(isOwner))
        return undefined;
    }
    const [owner] = ownerReferences;
    const names = listText(ownerReferences.map(({ kind, name }) => `${kind} ${name}`));
    return cause('owner-gone', `its owner ${names} no longer exists, so the garbage collector deletes it`, {
      evidence: [objectEvidence(object, `metadata.ownerReferences: ${owner?.kind} ${owner?.name}`)],
      because: idle('garbage-collector-controller', view),
    });
  },
};
