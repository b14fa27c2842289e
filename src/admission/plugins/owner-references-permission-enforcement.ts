import { isEqualJson } from '../../api/memory/equal-json.ts';
import { type ApiObject, parseApiVersion } from '../../api/object.ts';
import type { AdmissionAttributes, AdmissionPluginFactory } from '../admission-plugin.ts';
import { isRequestFor, operations } from '../attributes.ts';
import { denial } from '../denial.ts';

type OwnerReference = NonNullable<ApiObject['metadata']['ownerReferences']>[number];

/**
 * Requires delete permission on an object to change its owners, and permission to finalize an owner to block its
 * deletion.
 */
export const ownerReferencesPermissionEnforcement: AdmissionPluginFactory = ({ authorizer, kinds }) => ({
  name: 'OwnerReferencesPermissionEnforcement',
  handles: operations('CREATE', 'UPDATE'),
  async validate(attributes) {
    if (isRequestFor(attributes, '', 'pods', 'status')) return;
    const owners = ownersOf(attributes.object);
    const old = ownersOf(attributes.oldObject);
    if (isEqualJson(owners, old)) return;
    const { user, namespace, subresource, name, resource } = attributes;
    const common = { user, isResourceRequest: true, path: '' } as const;
    if (attributes.operation === 'UPDATE') {
      const target = { ...resource, verb: 'delete', namespace, subresource, name };
      const { decision, reason } = await authorizer.authorize({ ...common, ...target });
      if (decision !== 'allow')
        throw denial(attributes, `cannot set an ownerRef on a resource you can't delete: ${reason}, <nil>`);
    }
    const blocked = owners.filter((reference) => isNewlyBlocking(reference, old));
    if (blocked.length === 0) return;
    // Permission to finalize everything also covers owners of unknown kinds.
    if ((await authorizer.authorize({ ...common, ...FINALIZE, ...ANYTHING })).decision === 'allow') return;
    for (const owner of blocked) {
      const found = kinds.resourceOf(kindOf(owner));
      if (!found) throw unknownOwner(attributes, owner);
      const target = { ...found.resource, name: owner.name, namespace: found.isNamespaced ? namespace : '' };
      const { decision, reason } = await authorizer.authorize({ ...common, ...FINALIZE, ...target });
      if (decision !== 'allow') throw blockingDenial(attributes, reason);
    }
  },
});

const FINALIZE = { verb: 'update', subresource: 'finalizers' } as const;
const ANYTHING = { group: '*', version: '*', resource: '*', name: '*', namespace: '' } as const;

const ownersOf = (object: ApiObject | undefined): readonly OwnerReference[] => object?.metadata.ownerReferences ?? [];

const isNewlyBlocking = ({ uid, blockOwnerDeletion }: OwnerReference, old: readonly OwnerReference[]): boolean =>
  blockOwnerDeletion === true && !old.some((known) => known.uid === uid && known.blockOwnerDeletion);

const blockingDenial = (attributes: AdmissionAttributes, reason: string) =>
  denial(
    attributes,
    `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: ${reason}, <nil>`,
  );

const unknownOwner = (attributes: AdmissionAttributes, { apiVersion, kind }: OwnerReference) =>
  denial(
    attributes,
    `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`,
  );

const kindOf = ({ apiVersion, kind }: OwnerReference) => ({ ...parseApiVersion(apiVersion), kind });
