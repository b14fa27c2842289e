import { type FieldError, forbiddenField } from '../../api/field-error.ts';
import type { CustomResourceDefinitionVersion } from '../../api/kinds/apiextensions-v1.generated.ts';
import { isRecord } from '../../api/object.ts';
import { compilationTime } from '../../schema/regular-expression.ts';
import { goMember } from './go-types.ts';
import { type JsonSchema, schemasIn, textOf } from './schema-walk.ts';

/** Microseconds that the patterns and rules of a definition may take to compile. Large published ones take some 20,000. */
const LONGEST_COMPILATION = 100_000;

/**
 * Rejects a definition whose patterns and rules take so long to compile that other requests would wait. The real server
 * compiles them beside other requests, and has no such bound.
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

/** Patterns in rules are compiled with them. */
function rulesOf(schema: JsonSchema): string[] {
  const rules = goMember(schema, 'x-validations');
  return Array.isArray(rules) ? rules.map((rule) => (isRecord(rule) ? textOf(rule.rule) : '')) : [];
}
