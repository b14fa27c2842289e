import type { AdmissionPhase } from '../../../admission/admission-chain.ts';
import type { AdmissionOperation, Reinvocation } from '../../../admission/admission-plugin.ts';
import { META_GROUP } from '../../../api/kubernetes-names.ts';
import type { ApiObject, GroupVersionKind } from '../../../api/object.ts';
import { type MaybePromise, whenReady } from '../../../api/when-ready.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';
import type { Undo } from '../../objects/failed-writes.ts';
import { RequestAttributes } from './request-attributes.ts';
import { runPlugins } from './run-plugins.ts';

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

/**
 * Runs the plugins of one phase in their order. Mutating plugins run once more when a webhook has changed the object.
 * Returns the object as they left it.
 */
export function runAdmission(
  call: Call,
  phase: AdmissionPhase,
  request: AdmissionRequest,
  effects: Effects,
): MaybePromise<ApiObject | undefined> {
  const rounds = phase === 'mutate' ? new Rounds() : undefined;
  const attributes = new RequestAttributes(call, request, effects, rounds);
  const run = (): MaybePromise<void> => runPlugins(call, phase, attributes);
  return whenReady(run(), () => whenReady(rounds?.begin() ? run() : undefined, () => attributes.object));
}

class Rounds implements Reinvocation {
  isSecondRound = false;
  #isRequested = false;

  request(): void {
    this.#isRequested = true;
  }

  /** Begins the second round if it was requested. Returns whether it was. */
  begin(): boolean {
    this.isSecondRound = this.#isRequested;
    return this.isSecondRound;
  }
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
