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

/** A request as its plugins see it, and what they do besides changing the object. */
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
    const { group, version, resource, kind, subresources } = request.resource;
    super(request, {
      kind: request.kind ?? subresources.get(request.subresource)?.kind ?? { group, version, kind },
      resource: { group, version, resource },
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
