import type { ApiObject } from '../../../api/object.ts';
import type { Call } from '../../context/call.ts';
import type { AdmissionRequest } from './request-attributes.ts';
import { runAdmission } from './run-admission.ts';

interface AdmittedBody<T> {
  /** The body after mutating admission. */
  readonly body: T;
  /** Runs validating admission. @throws StatusError when a plugin denies the request */
  validate(): Promise<void>;
}

/** Runs mutating admission on a body that is not the object to be stored: a review, a Binding, an Eviction, connect options. */
export async function admitBody<T extends ApiObject>(
  call: Call,
  request: Omit<AdmissionRequest, 'object' | 'oldObject'> & { readonly object: T },
): Promise<AdmittedBody<T>> {
  const asked = { oldObject: undefined, ...request };
  const body = ((await runAdmission(call, 'mutate', asked, call)) ?? request.object) as T;
  return {
    body,
    async validate() {
      await runAdmission(call, 'validate', { ...asked, object: body }, call);
    },
  };
}
