import type { StructuralSchema } from '../../schema/structural/structural.ts';

const PART = /\.([A-Za-z_$][A-Za-z0-9_$]*)|\['((?:[^'\\]|\\['\\])*)'\]/y;

/**
 * Parses the `fieldPath` of a rule, such as `.spec['odd-name']`, relative to the value with the rule.
 * @returns the path as errors write it; undefined when the schema has no such field
 */
export function readFieldPath(path: string, schema: StructuralSchema): string | undefined {
  let shown = '';
  let node: StructuralSchema | undefined = schema;
  let at = 0;
  while (at < path.length) {
    PART.lastIndex = at;
    const match = PART.exec(path);
    const name = match?.[1] ?? match?.[2]?.replace(/\\(['\\])/g, '$1');
    if (!match || name === undefined || !node) return undefined;
    const child: StructuralSchema | undefined = node.properties.get(name);
    const additional: StructuralSchema | true | undefined =
      node.properties.size > 0 ? undefined : node.additionalProperties;
    if (!child && typeof additional !== 'object') return undefined;
    shown += child ? `${shown === '' ? '' : '.'}${name}` : `[${name}]`;
    node = child ?? (additional as StructuralSchema);
    at += match[0].length;
  }
  return shown;
}
