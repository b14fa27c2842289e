import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import { isEqualJson } from '../../../api/memory/equal-json.ts';
import type { Cluster } from '../../../embedding/cluster.ts';
import { type ExaminedRequest, traceOf } from './traced-request.ts';
import { type AdmissionChange, admissionChanges, allowedBy, type Denial, deniedBy } from './verdicts.ts';

/** A failed expectation, which every test runner reports. */
export class ExpectationError extends Error {
  override readonly name = 'ExpectationError';
}

/** Which denial is expected. Undefined fields match all. */
export interface ExpectedDenial {
  /** Who denies: `RBAC`, `authentication`, `validation`, `flow control`, an admission plugin, a webhook or policy. */
  readonly by?: string;
  /** A part of the server's message, or a pattern of it. */
  readonly message?: string | RegExp;
}

/**
 * Sends a request and expects that it is denied. Returns its trace.
 * @throws ExpectationError that tells what happened instead
 */
export async function expectDenied(
  cluster: Cluster,
  request: ExaminedRequest,
  { by, message }: ExpectedDenial = {},
): Promise<RequestTrace> {
  const trace = await traceOf(cluster, request);
  const denial = deniedBy(trace);
  const wanted = `${requestText(trace)} to be denied${by === undefined ? '' : ` by ${by}`}`;
  if (!denial) throw new ExpectationError(`Expected ${wanted}, but ${outcomeText(trace)}`);
  if (by !== undefined && denial.by !== by && !namesOf(denial).includes(by))
    throw new ExpectationError(`Expected ${wanted}, but ${denialText(denial)}`);
  if (message !== undefined && !isIn(message, denial.message))
    throw new ExpectationError(`Expected ${wanted} with the message ${message}, but ${denialText(denial)}`);
  return trace;
}

/**
 * Sends a request and expects that it succeeds, by a certain rule if one is named: a part of what the authorizer states,
 * such as `RoleBinding "viewers/shop"`. Returns its trace.
 * @throws ExpectationError that tells what happened instead
 */
export async function expectAllowed(
  cluster: Cluster,
  request: ExaminedRequest,
  { by }: { readonly by?: string } = {},
): Promise<RequestTrace> {
  const trace = await traceOf(cluster, request);
  const wanted = `${requestText(trace)} to be allowed${by === undefined ? '' : ` by ${by}`}`;
  const denial = deniedBy(trace);
  if (denial) throw new ExpectationError(`Expected ${wanted}, but ${denialText(denial)}${nearestText(trace)}`);
  if (trace.response.code >= 400) throw new ExpectationError(`Expected ${wanted}, but ${outcomeText(trace)}`);
  const rule = allowedBy(trace);
  if (by !== undefined && !rule?.includes(by))
    throw new ExpectationError(`Expected ${wanted}, but it was allowed by ${rule ?? 'membership in system:masters'}`);
  return trace;
}

/** Which change is expected. */
export interface ExpectedChange {
  readonly plugin: string;
  /** `spec.containers[0].imagePullPolicy` */
  readonly field: string;
  /** Compared as JSON. */
  readonly value?: unknown;
}

/**
 * Expects that an admission plugin or webhook changed a field of the request's object. Returns the change.
 * @throws ExpectationError with the changes that were made
 */
export function expectChange(trace: RequestTrace, { plugin, field, value }: ExpectedChange): AdmissionChange {
  const changes = admissionChanges(trace);
  const found = changes.find(
    (change) =>
      (change.plugin === plugin || change.name === plugin) &&
      change.field === field &&
      (value === undefined || isEqualJson(change.value, value)),
  );
  if (found) return found;
  const made = changes.map((change) => `\n  ${change.plugin}: ${change.op} ${change.field} = ${textOf(change.value)}`);
  const wanted = `${plugin} to change ${field}${value === undefined ? '' : ` to ${textOf(value)}`}`;
  throw new ExpectationError(
    `Expected ${wanted}, but ${made.length === 0 ? 'admission changed nothing' : `the changes are:${made.join('')}`}`,
  );
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

const namesOf = ({ name = '' }: Denial): readonly string[] => [name, ...name.split('/')];

const isIn = (wanted: string | RegExp, text: string): boolean =>
  typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);

const requestText = ({ request, user }: RequestTrace): string =>
  `${request.method} ${request.path} as ${user.username}`;

const denialText = ({ by, name, message }: Denial): string =>
  `it was denied by ${by}${name ? ` (${name})` : ''}: ${message}`;

function outcomeText(trace: RequestTrace): string {
  const { code, message } = trace.response;
  if (code >= 400) return `it failed with ${code}: ${message ?? 'no message'}`;
  const rule = allowedBy(trace);
  return `it succeeded with ${code}${rule ? ` (${rule})` : ''}`;
}

/** The rules that come closest to allowing a denied request. */
const nearestText = ({ authorization }: RequestTrace): string =>
  (authorization?.nearest ?? []).map(({ role, why }) => `\n  ${role.kind} ${role.name}: ${why}`).join('');
