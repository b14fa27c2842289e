import type { AccessChange, AccessChangeSpec, RbacObject } from '../../../api/debug/access-analysis.ts';
import { DEBUG_API_VERSION, DEBUG_GROUP } from '../../../api/debug/access-explanation.ts';
import { writeJson } from '../../../api/encoding/exact-json.ts';
import { utf8Text } from '../../../api/encoding/utf8.ts';
import { errorText } from '../../../api/error-text.ts';
import { type FieldError, notSupported, required } from '../../../api/field-error.ts';
import { RBAC_GROUP } from '../../../api/kubernetes-names.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { isRecord } from '../../../api/object.ts';
import { badRequest, invalidObject } from '../../../api/status.ts';
import { accessChange } from '../../../authorization/analysis/access-change.ts';
import { decodeObject } from '../../../schema/decoding/decode.ts';
import type { Call } from '../../context/call.ts';
import { readBody } from '../../http/read-body.ts';
import { representDocument } from '../../http/representation.ts';
import type { DebugResource } from './debug-resource.ts';

/** Returns the access that subjects would gain and lose if a role or binding were written. */
export const accessChanges: DebugResource = {
  name: 'accesschanges',
  singularName: 'accesschange',
  kind: 'AccessChange',
  verbs: { create: tellChange },
};

async function tellChange(call: Call): Promise<ApiResponse> {
  const { reader, dialect } = call.server;
  const spec = await readSpec(call);
  const change: AccessChange = {
    apiVersion: DEBUG_API_VERSION,
    kind: 'AccessChange',
    metadata: {},
    spec,
    status: await accessChange(reader, dialect, { object: spec.object, isDeletion: spec.delete === true }),
  };
  return representDocument(call, change, 201);
}

const RESOURCES: Readonly<Record<string, string>> = {
  Role: 'roles',
  ClusterRole: 'clusterroles',
  RoleBinding: 'rolebindings',
  ClusterRoleBinding: 'clusterrolebindings',
};

/** Reads the spec of the body and validates its object against the schema of its kind. */
async function readSpec(call: Call): Promise<AccessChangeSpec> {
  const { spec } = parseJson(await readBody(call.request));
  const { object, delete: isDeletion } = isRecord(spec) ? spec : {};
  if (!isRecord(object)) throw invalidChange(required('spec.object', 'the role or binding as it would be stored'));
  const { metadata, ...decoded } = decodeRbacObject(call, object);
  const isNamespaced = decoded.kind === 'Role' || decoded.kind === 'RoleBinding';
  if (!metadata?.name) throw invalidChange(required('spec.object.metadata.name'));
  if (isNamespaced && !metadata.namespace) throw invalidChange(required('spec.object.metadata.namespace'));
  return { object: { ...decoded, metadata }, ...(isDeletion === true ? { delete: true } : {}) };
}

function decodeRbacObject({ server }: Call, object: Readonly<Record<string, unknown>>): RbacObject {
  const { dialect, resources } = server;
  const group = dialect.rename(RBAC_GROUP);
  const kind = String(object.kind);
  const resource = resources.find(group, 'v1', RESOURCES[kind] ?? '');
  if (!resource) throw invalidChange(notSupported('spec.object.kind', kind, Object.keys(RESOURCES)));
  const gvk = { group, version: 'v1', kind };
  const options = { text: writeJson(object), format: 'json', schema: resource.schema, gvk, dialect } as const;
  return decodeObject(options).object as unknown as RbacObject;
}

const invalidChange = (error: FieldError) =>
  invalidObject({ group: DEBUG_GROUP, kind: accessChanges.kind }, '', [error]);

function parseJson(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(utf8Text(bytes));
    return isRecord(body) ? body : {};
  } catch (error) {
    throw badRequest(`the body is not valid JSON: ${errorText(error)}`);
  }
}
