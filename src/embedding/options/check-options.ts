import { isRecord } from '../../api/object.ts';

/** Returns the requirement that the value of an option violates, such as `must be true or false`. */
type Check = (value: unknown) => string | undefined;

/** A check for each option. */
export type Checks<Options> = { readonly [Name in keyof Required<Options>]: Check };

/**
 * Checks the options of an entry before anything starts. Undefined options count as absent.
 * @param entry the noun of messages: `createCluster`
 * @throws TypeError that names the option, and says what is expected
 */
export function checkOptions<Options extends object>(entry: string, options: Options, checks: Checks<Options>): void {
  if (!isRecord(options)) throw new TypeError(`${entry}: the options must be an object, not ${shown(options)}`);
  for (const [name, value] of Object.entries(options)) {
    const check = (checks as Readonly<Record<string, Check | undefined>>)[name];
    if (!check)
      throw new TypeError(
        `${entry}: there is no option ${JSON.stringify(name)}; the options are ${Object.keys(checks).join(', ')}`,
      );
    const problem = value === undefined ? undefined : check(value);
    if (problem !== undefined) throw new TypeError(`${entry}: the option ${name} ${problem}`);
  }
}

const shown = (value: unknown): string => JSON.stringify(value) ?? String(value);

/** Returns a check of a condition. @param expected what the option must be: `a boolean` */
export const must =
  (expected: string, holds: (value: unknown) => boolean): Check =>
  (value) =>
    holds(value) ? undefined : `must be ${expected}, not ${shown(value)}`;

export const isText = must('a text', (value) => typeof value === 'string');
export const isBoolean = must('true or false', (value) => typeof value === 'boolean');
export const isFunction = must('a function', (value) => typeof value === 'function');
export const isCount = must('an integer from 0', (value) => Number.isInteger(value) && Number(value) >= 0);
export const isTexts = must(
  'a record of texts by name',
  (value) => isRecord(value) && Object.values(value).every((text) => typeof text === 'string'),
);
/** Accepts any value, for options whose type the compiler has checked and that nobody writes by hand. */
export const isAnything: Check = () => undefined;
