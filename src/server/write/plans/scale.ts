import { invalid } from '../../../api/field-error.ts';
import type { Scale } from '../../../api/kinds/autoscaling-v1.generated.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { type ApiObject, asRecord, type GroupResource } from '../../../api/object.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import { invalidObject, notFound, resourceNotFound } from '../../../api/status.ts';
import { validateObjectMeta } from '../../../resources/object-meta.ts';
import { customScale, requireReplicas, withCustomReplicas } from '../../catalog/custom-resources/custom-scale.ts';
import { groupResourceOf, keyOf, type ServedResource } from '../../catalog/served-resource.ts';
import type { Call, Endpoint } from '../../context/call.ts';
import { decodeRequestBody } from '../../http/decode-request-body.ts';
import { representObject } from '../../http/representation.ts';
import { readWriteOptions, type WriteOptions } from '../../http/write-options.ts';
import { servedObject } from '../../objects/served-objects.ts';
import { applyBody } from '../bodies/apply-body.ts';
import { readPatch } from '../bodies/read-patch.ts';
import { ScaleOwnership } from '../bodies/scale-ownership.ts';
import { checkName, takeNamespace } from '../bodies/take-identity.ts';
import { clientOrigin } from '../origins.ts';
import { write } from '../write.ts';

const SCALE = { group: 'autoscaling', version: 'v1', kind: 'Scale' };

interface Scalable extends ApiObject {
  spec?: { replicas?: number | undefined; selector?: unknown };
  status?: { replicas?: number | undefined };
}

/** The resource in the error of a failed read: the subresource; of replication controllers, in the group of the Scale. */
function scaleResource({ group, resource, isCustom }: ServedResource): GroupResource {
  if (isCustom) return { group, resource };
  return { group: resource === 'replicationcontrollers' ? SCALE.group : group, resource: `${resource}/scale` };
}

/** GET of the scale subresource: the replicas of an object as an autoscaling/v1 Scale. */
export const getScale: Endpoint = async (call) => {
  const { resource, info, server } = call;
  const stored = await server.objects.get(keyOf(resource, info.namespace, info.name));
  if (!stored) throw notFound(scaleResource(resource), info.name);
  const { object } = await servedObject(resource, stored);
  if (resource.scale) requireReplicas(resource.scale, object);
  return representObject(call, 200, scaleOf(resource, object));
};

export const updateScale: Endpoint = async (call) => {
  const options = readWriteOptions(call.url.searchParams, 'UpdateOptions', call.server.dialect);
  const { resource, info } = call;
  const body = (await decodeRequestBody(call, {
    resource,
    schema: scaleSchema(call),
    kind: SCALE,
    fieldValidation: options.fieldValidation,
  })) as Scale;
  takeNamespace(resource, body, info.namespace);
  checkName(body, info.name);
  return writeScale(call, options, 'update', () => body);
};

export const patchScale: Endpoint = async (call) => {
  const schema = scaleSchema(call);
  const body = await readPatch(call, { schema, kind: SCALE });
  const { context } = new ScaleOwnership(call, schema);
  const propose = body.isApply
    ? await applyBody(call, body, { kind: SCALE, schema, context: () => context })
    : body.patch;
  return writeScale(call, body.options, body.isApply ? 'apply' : 'patch', (live, warnings) => propose(live, warnings));
};

function scaleSchema(call: Call) {
  const schema = call.server.schemas.schemaOf(SCALE);
  if (!schema) throw resourceNotFound();
  return schema;
}

async function writeScale(
  call: Call & { resource: ServedResource },
  options: WriteOptions,
  verb: 'update' | 'patch' | 'apply',
  proposeScale: (live: Scale, warnings: string[]) => Promise<ApiObject> | ApiObject,
): Promise<ApiResponse> {
  const { resource, info } = call;
  const ownership = new ScaleOwnership(call, scaleSchema(call));
  const outcome = await write({
    origin: clientOrigin(call, options.fieldManager),
    resource,
    isComplete: true,
    admission: {
      of: (object) => scaleOf(resource, object),
      into: (object, body) => withReplicas(resource, object, (body as Scale).spec?.replicas ?? 0),
    },
    subresource: 'scale',
    namespace: info.namespace,
    name: info.name,
    verb,
    dryRun: options.dryRun,
    propose: async (live, warnings) => {
      if (!live) throw notFound(groupResourceOf(resource), info.name);
      const current = scaleOf(resource, live);
      current.metadata.managedFields = ownership.ofScale(live);
      const scale = (await proposeScale(current, warnings)) as Scale;
      if (!resource.scale) validateScale(scale);
      const scaleFields =
        verb === 'apply' ? scale.metadata.managedFields : ownership.afterUpdate(current, scale, options.fieldManager);
      const { resourceVersion, uid } = scale.metadata;
      const metadata = {
        ...live.metadata,
        managedFields: ownership.ofParent(live, scaleFields),
        ...(resourceVersion ? { resourceVersion } : {}),
        ...(uid ? { uid } : {}),
      };
      return withReplicas(resource, { ...live, metadata }, scale.spec?.replicas ?? 0);
    },
  });
  return representObject(call, 200, scaleOf(resource, outcome.object));
}

function withReplicas({ scale }: ServedResource, object: ApiObject, replicas: number): ApiObject {
  if (scale) return withCustomReplicas(scale, object, replicas);
  return { ...object, spec: { ...asRecord((object as Scalable).spec ?? {}), replicas } } as ApiObject;
}

function validateScale(scale: Scale): void {
  const errors = [...validateObjectMeta(scale.metadata, { namespaced: true })];
  const replicas = scale.spec?.replicas ?? 0;
  if (replicas < 0) errors.push(invalid('spec.replicas', replicas, 'must be greater than or equal to 0'));
  if (errors.length) throw invalidObject({ group: 'autoscaling', kind: 'Scale' }, scale.metadata.name ?? '', errors);
}

function scaleOf({ resource, scale }: ServedResource, object: ApiObject): Scale {
  if (scale) return customScale(scale, object);
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const { spec, status } = object as Scalable;
  const replicas = spec?.replicas ?? 0;
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: status?.replicas ?? 0, selector: selectorText(resource, spec?.selector) },
  };
}

/** Replication controllers have a plain map as selector, other kinds a LabelSelector. */
const selectorText = (resource: string, selector: unknown): string =>
  labelSelectorFromObject(
    resource === 'replicationcontrollers'
      ? { matchLabels: (selector ?? {}) as Record<string, string> }
      : ((selector ?? {}) as object),
  ).toString();
