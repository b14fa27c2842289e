import type { AdmissionAttributes, AdmissionOperation } from '../../../admission/admission-plugin.ts';
import { META_GROUP } from '../../../api/kubernetes-names.ts';
import type { ApiObject, GroupVersionKind } from '../../../api/object.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';
import type { Undo } from '../../objects/failed-writes.ts';
import { type AdmissionPhase, runPlugins } from './run-plugins.ts';

/** A request as admission plugins see it. */
export interface AdmissionRequest {
  readonly operation: AdmissionOperation;
  readonly resource: ServedResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Undefined when it is the kind of the resource or subresource. */
  readonly kind?: GroupVersionKind;
  /** Undefined on a delete. */
  readonly object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  readonly dryRun: boolean;
}

/** Collects the side effects of plugins. */
interface Effects {
  readonly warnings: string[];
  /** Undefined when no write can fail afterwards. */
  readonly undos?: Undo[];
}

/** Runs the plugins of one phase in their order. Returns the object as they left it. */
export async function runAdmission(
  call: Call,
  phase: AdmissionPhase,
  request: AdmissionRequest,
  { warnings, undos }: Effects,
): Promise<ApiObject | undefined> {
  const { trace, server, user, audit } = call;
  const { group, version, resource, kind } = request.resource;
  const subresourceKind = request.resource.subresources.get(request.subresource)?.kind;
  const { operation, subresource, namespace, name, object, oldObject, options, dryRun } = request;
  const attributes: AdmissionAttributes = {
    operation,
    subresource,
    namespace,
    name,
    object,
    oldObject,
    options,
    dryRun,
    kind: request.kind ?? subresourceKind ?? { group, version, kind },
    resource: { group, version, resource },
    user,
    warn: (text) => warnings.push(text),
    annotate: (key, value) => audit?.annotate(key, value),
    annotateRequest: (key, valueText) => audit?.annotateRequest(key, valueText),
    ...(undos ? { onFailure: (undo: Undo) => void undos.push(undo) } : {}),
  };
  await runPlugins(server.admission, phase, attributes, trace && { trace, clock: server.clock });
  return attributes.object;
}

/** Returns the options of a create or update as plugins see them; a patch has UpdateOptions. */
export function admissionOptions(
  { server, url }: Call,
  kind: 'CreateOptions' | 'UpdateOptions',
  dryRun: boolean,
): Readonly<Record<string, unknown>> {
  const fieldManager = url.searchParams.get('fieldManager');
  const fieldValidation = url.searchParams.get('fieldValidation');
  return {
    kind,
    apiVersion: `${server.dialect.rename(META_GROUP)}/v1`,
    ...(dryRun ? { dryRun: ['All'] } : {}),
    ...(fieldManager ? { fieldManager } : {}),
    ...(fieldValidation ? { fieldValidation } : {}),
  };
}
