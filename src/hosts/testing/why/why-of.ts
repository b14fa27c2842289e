import { DEBUG_API_VERSION } from '../../../api/debug/access-explanation.ts';
import type { Cause, Why } from '../../../api/debug/why.ts';
import type { Cluster } from '../../../embedding/cluster.ts';
import { ExpectationError } from '../traces/expectations.ts';

/** An object whose state is explained. */
export interface ExplainedObject {
  /** Its resource, such as `deployments` or `widgets.example.com`. */
  readonly resource: string;
  /** Undefined for cluster-scoped objects. */
  readonly namespace?: string;
  readonly name: string;
}

/** Which cause is expected. Undefined fields match all. */
export interface ExpectedCause {
  /** The name of a rule anywhere in the chains: `insufficient-resource`. */
  readonly rule?: string;
  /** A part of the sentence, or a pattern of it. */
  readonly sentence?: string | RegExp;
}

/** Returns why an object is in its state. @throws ApiError 404 when it does not exist */
export async function whyOf({ client }: Cluster, { resource, namespace, name }: ExplainedObject): Promise<Why> {
  const query = new URLSearchParams({ resource, name, ...(namespace ? { namespace } : {}) });
  const response = await client.request(`/apis/${DEBUG_API_VERSION}/why?${query}`);
  return (await response.json()) as Why;
}

/**
 * Expects that a cause explains the state of an object. Returns the explanation.
 * @throws ExpectationError with the sentence that explains it instead
 */
export async function expectWhy(
  cluster: Cluster,
  object: ExplainedObject,
  { rule, sentence }: ExpectedCause,
): Promise<Why> {
  const why = await whyOf(cluster, object);
  const name = `${why.object.kind} ${why.object.name}`;
  if (rule !== undefined && !rulesOf(why.causes).includes(rule))
    throw new ExpectationError(`Expected ${name} to be explained by ${rule}, but: ${why.sentence}`);
  if (sentence !== undefined && !isIn(sentence, why.sentence))
    throw new ExpectationError(`Expected ${name} to be explained by "${sentence}", but: ${why.sentence}`);
  return why;
}

const rulesOf = (causes: readonly Cause[]): readonly string[] =>
  causes.flatMap(({ rule, because }) => [rule, ...rulesOf(because)]);

const isIn = (part: string | RegExp, text: string): boolean =>
  typeof part === 'string' ? text.includes(part) : part.test(text);
