import { DEBUG_GROUP, DEBUG_VERSION } from '../../api/debug/access-explanation.ts';
import type { AdmissionStep, RequestTrace, TracedChange, TracedRequest } from '../../api/debug/request-trace.ts';
import type { FieldChange } from './objects/object-difference.ts';

/** Where the server keeps what it tells of its newest answers. */
export const TRACES = { group: DEBUG_GROUP, version: DEBUG_VERSION, resource: 'requesttraces' };

/** A webhook, a policy or a refusal by itself; what the server's own plugins do is mostly known, and shown on demand. */
export type StepGroup = {
  /** Of its first step among all steps: nothing else tells one step from another. */
  readonly position: number;
} & (
  | { readonly type: 'step'; readonly step: AdmissionStep }
  | { readonly type: 'plugins'; readonly steps: readonly AdmissionStep[] }
);

/** The steps of admission as they are shown: those of single webhooks and policies stand for their plugin. */
export function stepGroups(steps: readonly AdmissionStep[]): StepGroup[] {
  const groups: StepGroup[] = [];
  for (const [position, step] of steps.entries()) {
    if (step.name === undefined && hasNamedSteps(steps, step)) continue;
    const last = groups.at(-1);
    if (!isOfPlugin(step)) groups.push({ position, type: 'step', step });
    else if (last?.type === 'plugins') groups[groups.length - 1] = { ...last, steps: [...last.steps, step] };
    else groups.push({ position, type: 'plugins', steps: [step] });
  }
  return groups;
}

const hasNamedSteps = (steps: readonly AdmissionStep[], { plugin, phase, reinvocation }: AdmissionStep): boolean =>
  steps.some(
    (other) =>
      other.name !== undefined &&
      other.plugin === plugin &&
      other.phase === phase &&
      other.reinvocation === reinvocation,
  );

const isOfPlugin = ({ name, decision, warnings }: AdmissionStep): boolean =>
  name === undefined && !warnings?.length && (decision === 'allowed' || decision === 'skipped');

/** Why a step came to its decision, unless a warning of it says just that. */
export const reasonOf = ({ why, warnings }: AdmissionStep): string | undefined =>
  why !== undefined && warnings?.includes(why) ? undefined : why;

const TYPES = { add: 'added', remove: 'removed', replace: 'changed' } as const;

/** What a step changed, as differences of objects are shown. What becomes null is as absent as before. */
export const fieldChangesOf = (patch: readonly TracedChange[]): FieldChange[] =>
  patch
    .filter(({ op, value }) => op !== 'add' || value !== null)
    .map(({ op, path, value, before }) => ({ type: TYPES[op], field: fieldOf(path), before, after: value }));

/** A JSON pointer as the server writes paths: `metadata.labels[a/b]`, `spec.containers[0].image`. */
function fieldOf(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  return steps.reduce((field, escaped) => {
    const step = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!/^[A-Za-z][\w-]*$/.test(step)) return `${field}[${step}]`;
    return field ? `${field}.${step}` : step;
  }, '');
}

export interface TraceVerdict {
  readonly status: 'success' | 'danger';
  readonly title: string;
  /** The server's words, of a refusal. */
  readonly text?: string;
}

/** What came of a request, and who decided it. */
export function verdictOf({ request, response, authorization, admission }: RequestTrace): TraceVerdict {
  if (response.code < 400)
    return { status: 'success', title: request.dryRun ? 'Request would succeed' : 'Request succeeded' };
  const text = response.message ? { text: response.message } : {};
  if (response.code === 401)
    return { status: 'danger', title: 'Unauthenticated: credentials are missing or invalid', ...text };
  if (authorization && authorization.decision !== 'allow')
    return { status: 'danger', title: 'Denied: no role allows it', ...text };
  const refusing = admission.findLast(({ decision }) => decision === 'denied' || decision === 'failed');
  if (refusing) {
    const verb = refusing.decision === 'failed' ? 'Failed in' : 'Denied by';
    return { status: 'danger', title: `${verb} ${refusing.name ?? refusing.plugin}`, ...text };
  }
  return { status: 'danger', title: `Failed with ${response.code}`, ...text };
}

/** The namespace to show beside what `requestText` says; that of a namespace itself would repeat its name. */
export const shownNamespace = ({ resource, namespace }: TracedRequest): string | undefined =>
  resource === 'namespaces' ? undefined : namespace;

/** What was asked for: `create pods web`, or the path of what is no resource. */
export function requestText({ verb, resource, subresource, name, path }: TracedRequest): string {
  if (!resource) return `${verb} ${path}`;
  const target = subresource ? `${resource}/${subresource}` : resource;
  return `${verb} ${target}${name ? ` ${name}` : ''}`;
}

/** Traces that contain a text, the newest first. */
export function shownTraces(traces: readonly RequestTrace[], filter: string, namespace?: string): RequestTrace[] {
  const text = filter.trim().toLowerCase();
  const contains = ({ request, user, response, auditID }: RequestTrace) =>
    [requestText(request), request.namespace, auditID, user.username, String(response.code), response.message]
      .join(' ')
      .toLowerCase()
      .includes(text);
  return traces
    .filter((trace) => (!namespace || trace.request.namespace === namespace) && contains(trace))
    .toSorted((one, other) => revisionOf(other) - revisionOf(one));
}

const revisionOf = ({ metadata }: RequestTrace): number => Number(metadata.resourceVersion ?? 0);

/** Who or what allowed a request; a member of system:masters needs no rule. */
export const allowedBy = ({ user, authorization }: RequestTrace): string =>
  authorization?.reason ||
  (user.groups?.includes('system:masters') ? 'membership in system:masters' : 'the authorizer (no reason given)');
