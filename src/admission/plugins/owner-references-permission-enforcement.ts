import type { ApiObject } from '../../api/object.ts';
import type { AdmissionAttributes, AdmissionPluginFactory } from '../admission-plugin.ts';
import { isAbout, operations, refusal } from '../refusal.ts';

type OwnerReference = NonNullable<ApiObject['metadata']['ownerReferences']>[number];

/** Whoever hands an object to an owner could delete it too; whoever blocks an owner's deletion may finalize the owner. */
export const ownerReferencesPermissionEnforcement: AdmissionPluginFactory = ({ authorizer }) => ({
  name: 'OwnerReferencesPermissionEnforcement',
  handles: operations('CREATE', 'UPDATE'),
  async validate(attributes) {
    if (isAbout(attributes, '', 'pods', 'status')) return;
    const owners = ownersOf(attributes.object);
    const old = ownersOf(attributes.oldObject);
    if (JSON.stringify(owners) === JSON.stringify(old)) return;
    const { user, namespace } = attributes;
    const common = { user, namespace, isResourceRequest: true, path: '' } as const;
    if (attributes.operation === 'UPDATE') {
      const target = { ...attributes.resource, verb: 'delete', subresource: '', name: attributes.name };
      const { decision, reason } = await authorizer.authorize({ ...common, ...target });
      if (decision !== 'allow')
        throw refusal(attributes, `cannot set an ownerRef on a resource you can't delete: ${reason}, <nil>`);
    }
    for (const owner of owners.filter((reference) => isNewlyBlocking(reference, old))) {
      const { decision, reason } = await authorizer.authorize({ ...common, ...finalizersOf(owner) });
      if (decision !== 'allow') throw blockingRefusal(attributes, reason);
    }
  },
});

const ownersOf = (object: ApiObject | undefined): readonly OwnerReference[] => object?.metadata.ownerReferences ?? [];

const isNewlyBlocking = ({ uid, blockOwnerDeletion }: OwnerReference, old: readonly OwnerReference[]): boolean =>
  blockOwnerDeletion === true && !old.some((known) => known.uid === uid && known.blockOwnerDeletion);

const blockingRefusal = (attributes: AdmissionAttributes, reason: string) =>
  refusal(
    attributes,
    `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: ${reason}, <nil>`,
  );

/** An update of the owner's finalizers; its resource is the plural of its kind. */
function finalizersOf({ apiVersion, kind, name }: OwnerReference) {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  return { verb: 'update', group, version, resource: pluralOf(kind.toLowerCase()), subresource: 'finalizers', name };
}

function pluralOf(singular: string): string {
  if (singular.endsWith('s')) return `${singular}es`;
  return singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}
