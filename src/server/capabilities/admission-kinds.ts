import type { AdmissionKinds } from '../../admission/admission-plugin.ts';
import { type ApiObject, apiVersionOf, type GroupVersionKind, parseApiVersion } from '../../api/object.ts';
import { canonical } from '../../schema/canonical.ts';
import { decodeCustom } from '../../schema/decoding/decode-custom.ts';
import { decodeJson } from '../../schema/decoding/go-decoder.ts';
import type { StructSchema } from '../../schema/schema.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { ContextBeforeAdmission } from '../context/server-context.ts';
import { strategyContext } from '../context/strategy-context.ts';

const SERVER_USER = { username: 'system:apiserver', groups: ['system:masters'] };

/** Returns the lookups and conversions of served kinds for admission. */
export function admissionKinds(server: ContextBeforeAdmission): AdmissionKinds {
  const { resources, schemas } = server;
  const schemaOf = (kind: GroupVersionKind): StructSchema => {
    const schema = resources.findKind(kind)?.schema ?? schemas.schemaOf(kind);
    if (!schema) throw new Error(`no kind ${JSON.stringify(kind.kind)} is registered`);
    return schema;
  };
  return {
    equivalents({ group, version, resource }, subresource) {
      const asked = resources.find(group, version, resource);
      if (!asked) return [];
      return resources.resources
        .filter((other) => other.keyPrefix === asked.keyPrefix && other !== asked && serves(other, subresource))
        .map((other) => ({
          resource: { group: other.group, version: other.version, resource: other.resource },
          kind: kindOf(other, subresource),
        }));
    },
    resourceOf(kind) {
      const found = resources.findKind(kind);
      if (!found) return undefined;
      const { group, version, resource, namespaced } = found;
      return { resource: { group, version, resource }, isNamespaced: namespaced };
    },
    async convert(object, kind) {
      const { group, version } = parseApiVersion(object.apiVersion);
      if (group === kind.group && version === kind.version) return object;
      const [from, to] = [resources.findKind({ group, version, kind: object.kind }), resources.findKind(kind)];
      if (!from || !to) return object;
      const [converted] = (await to.customStorage?.convert([object], apiVersionOf(kind.group, kind.version))) ?? [];
      return converted ?? to.fromStorage(from.toStorage(object));
    },
    decode(json, kind) {
      const schema = schemaOf(kind);
      return inCanonicalForm(decoded(json, schema), kind, schema);
    },
    canonical(object, kind) {
      return inCanonicalForm(object, kind, schemaOf(kind));
    },
    setDefaults(object, kind) {
      const { strategy } = resources.findKind(kind)?.behavior ?? {};
      strategy?.setDefaults?.(object, strategyContext({ server, user: SERVER_USER }, false));
    },
  };
}

function inCanonicalForm(value: object, { group, version, kind }: GroupVersionKind, schema: StructSchema): ApiObject {
  const object = canonical({ ...value, apiVersion: apiVersionOf(group, version), kind }, schema) as ApiObject;
  // The null creationTimestamp of a new object is only written when the object is complete; before that, it would look
  // like a change.
  if (!object.metadata?.creationTimestamp) delete object.metadata?.creationTimestamp;
  return object;
}

/** Custom objects stay free-form JSON until validation. */
const decoded = (json: string, schema: StructSchema): object =>
  schema.structural ? decodeCustom(json, schema, schema.structural).object : (decodeJson(json, schema).value as object);

const serves = ({ subresources }: ServedResource, subresource: string): boolean =>
  subresource === '' || subresources.has(subresource);

const kindOf = ({ group, version, kind, subresources }: ServedResource, subresource: string): GroupVersionKind =>
  subresources.get(subresource)?.kind ?? { group, version, kind };
