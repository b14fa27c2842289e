import { isClusterComponent } from '../../api/cluster-component.ts';
import { DEBUG_GROUP, DEBUG_VERSION } from '../../api/debug/access-explanation.ts';
import {
  type AdmissionStep,
  isLeaseRenewal,
  isRead,
  type RequestTrace,
  type TracedChange,
  type TracedRequest,
} from '../../api/debug/request-trace.ts';
import type { FieldChange } from './objects/object-difference.ts';
import { matchesTerms, parseTraceFilter } from './trace-filter.ts';

/** Resource of the request traces. */
export const TRACES = { group: DEBUG_GROUP, version: DEBUG_VERSION, resource: 'requesttraces' };

/** A single step, such as a webhook, policy or denial, or a collapsed group of built-in plugins. */
export type StepGroup = {
  /** Index of its first step, which identifies the group. */
  readonly position: number;
} & (
  | { readonly type: 'step'; readonly step: AdmissionStep }
  | { readonly type: 'plugins'; readonly steps: readonly AdmissionStep[] }
);

/** Groups the steps of admission: steps of webhooks and policies replace that of their plugin. */
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

/** Returns the reason of a step's decision unless a warning repeats it. */
export const reasonOf = ({ why, warnings }: AdmissionStep): string | undefined =>
  why !== undefined && warnings?.includes(why) ? undefined : why;

const TYPES = { add: 'added', remove: 'removed', replace: 'changed' } as const;

/** Returns the changes of a step as field changes. Adding null is no change. */
export const fieldChangesOf = (patch: readonly TracedChange[]): FieldChange[] =>
  patch
    .filter(({ op, value }) => op !== 'add' || value !== null)
    .map(({ op, path, value, before }) => ({ type: TYPES[op], field: fieldOf(path), before, after: value }));

/** Formats a JSON pointer as the server formats paths: `metadata.labels[a/b]`, `spec.containers[0].image`. */
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
  /** The server's message. */
  readonly text?: string;
}

/** Returns the result of a request and what decided it. */
export function verdictOf({ request, response, authorization, admission }: RequestTrace): TraceVerdict {
  if (response.code < 400)
    return { status: 'success', title: request.dryRun ? 'Request would succeed' : 'Request succeeded' };
  const text = response.message ? { text: response.message } : {};
  if (response.code === 401)
    return { status: 'danger', title: 'Unauthenticated: credentials are missing or invalid', ...text };
  if (authorization && authorization.decision !== 'allow')
    return { status: 'danger', title: 'Denied: no role allows it', ...text };
  const denying = admission.findLast(({ decision }) => decision === 'denied' || decision === 'failed');
  if (denying) {
    const verb = denying.decision === 'failed' ? 'Failed in' : 'Denied by';
    return { status: 'danger', title: `${verb} ${denying.name ?? denying.plugin}`, ...text };
  }
  return { status: 'danger', title: `Failed with ${response.code}`, ...text };
}

/** Reports whether authorization has denied a request. */
export const isDenied = ({ authorization, response }: Pick<RequestTrace, 'authorization' | 'response'>): boolean =>
  response.code === 403 && authorization !== undefined && authorization.decision !== 'allow';

/** Returns the namespace to show after `requestText`; none for a namespace, whose name it would repeat. */
export const shownNamespace = ({ resource, namespace }: TracedRequest): string | undefined =>
  resource === 'namespaces' ? undefined : namespace;

/** Formats a request: `create pods web`, or the path of a non-resource request. */
export function requestText({ verb, resource, subresource, name, path }: TracedRequest): string {
  if (!resource) return `${verb} ${path}`;
  const target = subresource ? `${resource}/${subresource}` : resource;
  return `${verb} ${target}${name ? ` ${name}` : ''}`;
}

interface TraceSelection {
  /** As `parseTraceFilter` reads it. */
  readonly filter?: string;
  /** None for all. */
  readonly namespaces?: readonly string[];
  /** Whether to include requests of cluster components, and renewed leases, which come several times a minute. */
  readonly withComponents?: boolean;
  /** Whether to include reads that were not traced individually. */
  readonly withReads?: boolean;
}

/** Returns the selected traces, newest first. */
export function shownTraces(
  traces: readonly RequestTrace[],
  { filter = '', namespaces = [], withComponents = false, withReads = false }: TraceSelection = {},
): RequestTrace[] {
  const terms = parseTraceFilter(filter);
  return traces
    .filter((trace) => withComponents || !isOfComponent(trace))
    .filter((trace) => withReads || !isRead(trace) || isWanted(trace))
    .filter(
      (trace) =>
        (namespaces.length === 0 || namespaces.includes(trace.request.namespace ?? '')) &&
        matchesTerms(trace, shownText(trace), terms),
    )
    .toSorted((one, other) => revisionOf(other) - revisionOf(one));
}

const shownText = ({ request, user, response, auditID }: RequestTrace): string =>
  [requestText(request), request.namespace, auditID, user.username, String(response.code), response.message].join(' ');

const isOfComponent = (trace: RequestTrace): boolean =>
  isLeaseRenewal(trace) || isClusterComponent((trace.impersonatedBy ?? trace.user).username);

/** Reports whether a read was traced individually: because of its header, or of the output of a local service. */
const isWanted = ({ request, console }: RequestTrace): boolean =>
  console !== undefined || request.headers?.['tabplane-trace'] === 'true';

const revisionOf = ({ metadata }: RequestTrace): number => Number(metadata.resourceVersion ?? 0);

/** Returns what allowed a request; members of system:masters need no rule. */
export const allowedBy = ({ user, authorization }: RequestTrace): string =>
  authorization?.reason ||
  (user.groups?.includes('system:masters') ? 'membership in system:masters' : 'the authorizer (no reason given)');
