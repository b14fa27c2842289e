import type { AdmissionStep, RequestTrace, TracedChange } from '../../../api/debug/request-trace.ts';

/** Who denied a request. */
export interface Denial {
  /** `authentication`, `RBAC`, `flow control`, `validation`, or the name of an admission plugin. */
  readonly by: string;
  /** The webhook or the policy binding inside the plugin. */
  readonly name?: string;
  /** The server's message. */
  readonly message: string;
}

/** Returns who denied a request; undefined when it was not denied. */
export function deniedBy({ authorization, admission, response }: RequestTrace): Denial | undefined {
  const { code, message = '' } = response;
  if (code < 400) return undefined;
  if (code === 401) return { by: 'authentication', message };
  if (authorization && authorization.decision !== 'allow') return { by: 'RBAC', message };
  const steps = admission.filter(({ decision }) => decision === 'denied' || decision === 'failed');
  // A plugin has a separate step in addition to those of its webhooks and policies.
  const step = steps.find(({ name }) => name !== undefined) ?? steps[0];
  if (step) return { by: step.plugin, ...(step.name ? { name: step.name } : {}), message };
  if (code === 429) return { by: 'flow control', message };
  return code === 422 ? { by: 'validation', message } : undefined;
}

/** Returns the rule that allowed a request, as the authorizer states it; undefined when no rule did. */
export const allowedBy = ({ authorization }: RequestTrace): string | undefined =>
  authorization?.decision === 'allow' && authorization.reason !== '' ? authorization.reason : undefined;

/** A change that an admission plugin made to the object of a request. */
export interface AdmissionChange {
  readonly plugin: string;
  /** The webhook inside the plugin. */
  readonly name?: string;
  /** `spec.containers[0].image` */
  readonly field: string;
  readonly op: TracedChange['op'];
  readonly value?: unknown;
  readonly before?: unknown;
}

/** Returns the changes that admission made to the object of a request, in order. */
export const admissionChanges = ({ admission }: RequestTrace): readonly AdmissionChange[] =>
  admission.flatMap((step) => (step.patch ?? []).map((change) => admissionChange(step, change)));

const admissionChange = ({ plugin, name }: AdmissionStep, { path, ...change }: TracedChange): AdmissionChange => ({
  plugin,
  ...(name ? { name } : {}),
  field: fieldOf(path),
  ...change,
});

/** Returns the path of a field for a JSON pointer. */
export const fieldOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, step) => path + stepText(step, path === ''), '');

function stepText(step: string, isFirst: boolean): string {
  if (/^\d+$/.test(step)) return `[${step}]`;
  if (!/^[\w-]+$/.test(step)) return `["${step}"]`;
  return isFirst ? step : `.${step}`;
}
