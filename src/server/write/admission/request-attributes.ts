import type { AdmissionAttributes, AdmissionOperation, Reinvocation } from '../../../admission/admission-plugin.ts';
import type { ApiObject, GroupVersionKind } from '../../../api/object.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';
import type { Undo } from '../../objects/failed-writes.ts';
import { RequestMembers } from './request-members.ts';

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
export interface Effects {
  readonly warnings: string[];
  /** Undefined when no write can fail afterwards. */
  readonly undos?: Undo[];
}

const names = new WeakMap<ServedResource, Pick<AdmissionAttributes, 'resource' | 'kind'>>();

/** Returns the resource and the kind: the same two objects for every request for a resource. */
function namesOf(served: ServedResource): Pick<AdmissionAttributes, 'resource' | 'kind'> {
  let known = names.get(served);
  if (!known) {
    const { group, version, resource, kind } = served;
    known = { resource: Object.freeze({ group, version, resource }), kind: Object.freeze({ group, version, kind }) };
    names.set(served, known);
  }
  return known;
}

/** A request as its plugins see it, and their effects other than changes to the object. */
export class RequestAttributes extends RequestMembers implements AdmissionAttributes {
  object: ApiObject | undefined;
  readonly reinvocation?: Reinvocation;
  readonly onFailure?: (undo: Undo) => void;
  readonly #audit: Call['audit'];
  readonly #warnings: string[];

  constructor(
    { user, audit }: Call,
    request: AdmissionRequest,
    { warnings, undos }: Effects,
    reinvocation: Reinvocation | undefined,
  ) {
    const { resource, kind } = namesOf(request.resource);
    super(request, {
      kind: request.kind ?? request.resource.subresources.get(request.subresource)?.kind ?? kind,
      resource,
      user,
    });
    this.object = request.object;
    if (reinvocation) this.reinvocation = reinvocation;
    if (undos) this.onFailure = (undo) => void undos.push(undo);
    this.#audit = audit;
    this.#warnings = warnings;
  }

  warn(text: string): void {
    this.#warnings.push(text);
  }
  annotate(key: string, value: string): void {
    this.#audit?.annotate(key, value);
  }
  annotateRequest(key: string, valueText: () => string): void {
    this.#audit?.annotateRequest(key, valueText);
  }
}
