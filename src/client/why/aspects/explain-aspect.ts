import type { Cause } from '../../../api/debug/why.ts';
import type { Condition } from '../../../api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { kindKeyOf } from '../../objects/kind-key.ts';
import { conditionStatus, conditionsOf } from '../../objects/object-facts.ts';
import { cause, conditionEvidence, objectEvidence } from '../cause.ts';
import { lowered } from '../rules/fallback.ts';
import { chainText } from '../sentence.ts';
import { type Rule, UnreadError, type View } from '../view.ts';
import { sinceText } from '../words.ts';
import type { Aspect } from './aspect.ts';
import { CONDITIONS } from './conditions.ts';
import { COUNTS } from './counts.ts';

/** The explanation of a condition or count. */
export interface AspectExplanation {
  readonly sentence: string;
  /** The condition with its status, or the count: `Ready is false`, `1 of 3 ready`. */
  readonly state: string;
  readonly isWell: boolean;
  readonly causes: readonly Cause[];
}

/** Explains a condition or count of an object; undefined when the object has none of that name. */
export const explainAspect = (object: ApiObject, view: View, aspect: Aspect): Promise<AspectExplanation | undefined> =>
  'condition' in aspect ? explainCondition(object, view, aspect.condition) : explainCount(object, view, aspect.count);

async function explainCondition(object: ApiObject, view: View, type: string): Promise<AspectExplanation | undefined> {
  const condition = conditionsOf(object).find((each) => each.type === type);
  if (!condition) return undefined;
  const { status = 'Unknown', lastTransitionTime } = condition;
  const facts = CONDITIONS[kindKeyOf(object, view.dialect)]?.[type];
  const isProblem = facts ? status === 'Unknown' || status === facts.problem : conditionStatus(condition) !== 'success';
  const found = isProblem && facts ? await causesFrom(facts.rules ?? [], object, view) : [];
  const stated = statement(condition) ?? (isProblem ? facts?.means : facts?.otherwise);
  // The message of a condition without a problem often repeats its type, so the meaning is better.
  const text = (!isProblem && facts?.otherwise) || stated || 'the condition gives no reason';
  const causes =
    found.length > 0 ? found : [cause('condition', text, { evidence: [conditionEvidence(object, condition)] })];
  const state = `${type} is ${status.toLowerCase()}`;
  return explanation(state, sinceText(lastTransitionTime, view.now), !isProblem, causes);
}

/** Returns the message of a condition as a clause, or its reason. */
function statement({ message, reason }: Partial<Condition>): string | undefined {
  if (message) return lowered(message);
  return reason ? `its reason is ${reason}` : undefined;
}

async function explainCount(object: ApiObject, view: View, name: string): Promise<AspectExplanation | undefined> {
  const [first = '', ...rest] = name.split('.');
  const of = rest.join('.');
  const ofKind = COUNTS[kindKeyOf(object, view.dialect)];
  const facts = ofKind && Object.hasOwn(ofKind, first) ? ofKind[first] : undefined;
  const count = await unlessUnread(async () => facts?.read(object, view, of));
  if (!facts || !count) return undefined;
  const found = count.isWell ? [] : await causesFrom(facts.rules(of), object, view);
  const meaning = count.isWell ? facts.otherwise : facts.means;
  const text = typeof meaning === 'string' ? meaning : meaning(object);
  const causes = found.length > 0 ? found : [cause('count', text, { evidence: [objectEvidence(object, 'status')] })];
  return explanation(count.text, '', count.isWell, causes);
}

/** Returns what rules find, in their order. */
export async function causesFrom(rules: readonly Rule[], object: ApiObject, view: View): Promise<readonly Cause[]> {
  const found: Cause[] = [];
  for (const { find } of rules) found.push(...[(await unlessUnread(async () => find(object, view))) ?? []].flat());
  return found;
}

/** Returns what a function finds; undefined if it needs objects that the caller may not list. */
async function unlessUnread<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof UnreadError) return undefined;
    throw error;
  }
}

const explanation = (state: string, since: string, isWell: boolean, causes: readonly Cause[]): AspectExplanation => ({
  state,
  isWell,
  causes,
  // Not capitalized, because it begins with a name or a number.
  sentence: `${state}${since}: ${causes[0] ? chainText(causes[0]) : ''}.`,
});
