import type { Cause } from '../../../api/debug/why.ts';
import type { Condition } from '../../../api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { conditionStatus, conditionsOf } from '../../objects/object-facts.ts';
import type { State } from '../../states/state.ts';
import { cause, conditionEvidence, eventEvidence } from '../cause.ts';
import type { View } from '../view.ts';

/** Returns a cause from the object itself when no rule has found one: its state, bad conditions, or the newest warning. */
export async function fallback(object: ApiObject, view: View, state: State | undefined): Promise<readonly Cause[]> {
  if (state?.mark === 'success') return [];
  const bad = state ? conditionsOf(object).filter(isBad) : [];
  const warning = (await view.eventsOf(object)).findLast(({ type }) => type === 'Warning');
  const evidence = [...bad.map((condition) => conditionEvidence(object, condition)), eventEvidence(object, warning)];
  const text = state?.reason ?? bad.map(({ message, reason }) => message || reason).find(Boolean) ?? warning?.message;
  return text ? [cause('stated', lowered(text), { evidence })] : [];
}

const isBad = (condition: Partial<Condition>): boolean => conditionStatus(condition) === 'danger';

/** Returns a sentence as a clause: its first word becomes lower-case unless it is a name. */
export const lowered = (text: string): string =>
  /^[A-Z][a-z]+ /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
