import type { AdmissionPhase } from '../../../admission/admission-chain.ts';
import type { Reinvocation } from '../../../admission/admission-plugin.ts';
import type { ApiObject } from '../../../api/object.ts';
import { type MaybePromise, whenReady } from '../../../api/when-ready.ts';
import type { Call } from '../../context/call.ts';
import { type AdmissionRequest, type Effects, RequestAttributes } from './request-attributes.ts';
import { runPlugins } from './run-plugins.ts';

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
