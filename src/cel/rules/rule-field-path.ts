import type { StructuralSchema } from '../../schema/structural/structural.ts';

const PART = /\.([A-Za-z_$][A-Za-z0-9_$]*)|\['((?:[^'\\]|\\['\\])*)'\]/y;

/**
 * Reads the path at which the errors of a rule are shown, such as `.spec['odd-name']`, below the value that has the rule.
 * @returns the path as errors write it; undefined when it leads nowhere in the schema
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
    const additional: StructuralSchema | true | undefined = child ? undefined : node.additionalProperties;
    if (!child && typeof additional !== 'object') return undefined;
    shown += child ? `${shown === '' ? '' : '.'}${name}` : `[${name}]`;
    node = child ?? (additional as StructuralSchema);
    at += match[0].length;
  }
  return shown;
}
