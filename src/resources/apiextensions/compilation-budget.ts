import { type FieldError, forbiddenField } from '../../api/field-error.ts';
import type { CustomResourceDefinitionVersion } from '../../api/kinds/apiextensions-v1.generated.ts';
import { isRecord } from '../../api/object.ts';
import { compilationTime } from '../../schema/regular-expression.ts';
import { goMember } from './go-types.ts';
import { type JsonSchema, schemasIn, textOf } from './schema-walk.ts';

/**
 * Maximum compilation time of a definition's patterns and rules, in microseconds. Large published definitions take
 * about 20,000.
 */
const LONGEST_COMPILATION = 100_000;

/**
 * Rejects a definition whose patterns and rules would block other requests by their compilation time. The real server
 * compiles them concurrently, and has no such limit.
 */
export function validateCompilation(versions: readonly CustomResourceDefinitionVersion[]): FieldError[] {
  const counted = new Set<string>();
  let time = 0;
  const waiting: JsonSchema[] = versions.map(({ schema }) => ({ ...schema?.openAPIV3Schema }));
  for (let schema = waiting.pop(); schema; schema = waiting.pop()) {
    for (const text of [textOf(schema.pattern), ...rulesOf(schema)]) {
      if (counted.has(text)) continue;
      counted.add(text);
      time += compilationTime(text);
      if (time > LONGEST_COMPILATION) return [forbiddenField('spec.versions', TOO_LONG)];
    }
    for (const inner of schemasIn(schema)) waiting.push(inner);
  }
  return [];
}

const TOO_LONG = 'the patterns and rules take too long to compile: they exceed the budget of a request';

/** Returns the rules of a schema. Patterns in rules are compiled with the rules. */
function rulesOf(schema: JsonSchema): string[] {
  const rules = goMember(schema, 'x-validations');
  return Array.isArray(rules) ? rules.map((rule) => (isRecord(rule) ? textOf(rule.rule) : '')) : [];
}
