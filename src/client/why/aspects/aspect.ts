import type { ApiObject } from '../../../api/object.ts';
import type { Rule, View } from '../view.ts';

/** A part of an object's state that has its own explanation. */
export type Aspect =
  /** The type of a condition. */
  | { readonly condition: string }
  /** The name of a count: `ready`, `endpoints`, `used.pods`, `restarts.web`. */
  | { readonly count: string };

/** What a condition says, and the rules that explain it when it indicates a problem. */
export interface ConditionFacts {
  /** The status that indicates a problem. `Unknown` always does. */
  readonly problem: 'True' | 'False';
  /** What the other status says, as a clause. */
  readonly otherwise: string;
  /** What the problem is, as a clause, when neither a rule nor the condition's message says it. */
  readonly means: string;
  readonly rules?: readonly Rule[];
}

/** A count of an object as it is now. */
export interface Count {
  /** `1 of 3 ready`. */
  readonly text: string;
  readonly isWell: boolean;
}

/** A clause, or one that follows from the object. */
type Meaning<T> = string | ((object: T) => string);

/** A count, and the rules that explain it when it is not as it should be. */
export interface CountFacts<T extends ApiObject = ApiObject> {
  /**
   * Returns the count; undefined when the object has none of that name.
   * @param of the rest of the count's name: `pods` of `used.pods`
   */
  readonly read: (object: T, view: View, of: string) => Count | undefined | Promise<Count | undefined>;
  /** What a count that is as it should be says, as a clause. */
  readonly otherwise: Meaning<T>;
  /** What another count says, as a clause, when no rule explains it. */
  readonly means: Meaning<T>;
  readonly rules: (of: string) => readonly Rule[];
}

/** Returns the facts of a count without the type of its objects. */
export const countFacts = <T extends ApiObject>(facts: CountFacts<T>): CountFacts => facts as CountFacts;
