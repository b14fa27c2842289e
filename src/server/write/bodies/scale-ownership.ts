import type { ManagedFieldsEntry } from '../../../api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { fieldPath } from '../../../apply/field-path.ts';
import { FieldSet } from '../../../apply/field-set.ts';
import { managerName } from '../../../apply/managers/manager-name.ts';
import { parentManagedFields, type ReplicasPaths, scaleManagedFields } from '../../../apply/managers/scale-managers.ts';
import type { WriteContext } from '../../../apply/ownership.ts';
import { trackUpdate } from '../../../apply/track-update.ts';
import type { StructSchema } from '../../../schema/schema.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';
import { writeContext } from '../steps/track-managers.ts';

const SCALE_VERSION = 'autoscaling/v1';
const SPEC_REPLICAS = fieldPath('spec', 'replicas');

/** The owners of the replicas of an object that is written through its Scale. */
export class ScaleOwnership {
  /** The context of the write as a write of a Scale. */
  readonly context: WriteContext;
  readonly #call: Call & { resource: ServedResource };
  readonly #apiVersion: string;
  readonly #parent: WriteContext;

  constructor(call: Call & { resource: ServedResource }, schema: StructSchema) {
    this.#call = call;
    this.#parent = writeContext(call.server, call.resource, 'scale');
    this.#apiVersion = this.#parent.apiVersion;
    this.context = {
      ...this.#parent,
      apiVersion: SCALE_VERSION,
      resetFields: new FieldSet(),
      schemaOf: (apiVersion) => (apiVersion === SCALE_VERSION ? schema : undefined),
      convert: (object) => object,
    };
  }

  /** Returns the managedFields of the Scale of an object. */
  ofScale(parent: ApiObject): ManagedFieldsEntry[] | undefined {
    return scaleManagedFields(parent.metadata.managedFields, this.#paths(parent));
  }

  /** Returns the managedFields of a Scale after a plain write. */
  afterUpdate(live: ApiObject, updated: ApiObject, fieldManager: string): ManagedFieldsEntry[] | undefined {
    const manager = managerName(fieldManager, this.#call.request.headers.get('user-agent'));
    return trackUpdate({ live, updated, manager, dialect: this.#call.server.dialect }, this.context);
  }

  /** Returns the managedFields of the object from those of its Scale. */
  ofParent(parent: ApiObject, scale: readonly ManagedFieldsEntry[] | undefined): ManagedFieldsEntry[] | undefined {
    return parentManagedFields(parent.metadata.managedFields, scale, this.#apiVersion, this.#paths(parent));
  }

  /** All served versions keep the replicas at the same path. */
  #paths({ metadata }: ApiObject): ReplicasPaths {
    const versions = (metadata.managedFields ?? []).flatMap(({ apiVersion }) =>
      apiVersion && this.#parent.schemaOf(apiVersion) ? [apiVersion] : [],
    );
    const { scale } = this.#call.resource;
    const path = scale ? fieldPath(...scale.specReplicas) : SPEC_REPLICAS;
    return Object.fromEntries([this.#apiVersion, ...versions].map((apiVersion) => [apiVersion, path]));
  }
}
