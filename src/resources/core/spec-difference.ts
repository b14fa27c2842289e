import { isRecord } from '../../api/object.ts';
import { semanticallyEqual } from '../semantic-equality.ts';

const goName = (member: string): string => member.charAt(0).toUpperCase() + member.slice(1);

/**
 * What differs between two specs, member by member, in the manner of go-cmp's report; the real report's spacing is
 * random on purpose.
 */
export function specDifference(type: string, live: object, next: object): string {
  const [before, after] = [live, next].map((value) => (isRecord(value) ? value : {}));
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort();
  const lines = names.flatMap((name) => {
    const [old, now] = [before?.[name], after?.[name]];
    if (semanticallyEqual(old, now)) return [];
    return [
      ...(old === undefined ? [] : [`- \t${goName(name)}: ${JSON.stringify(old)},`]),
      ...(now === undefined ? [] : [`+ \t${goName(name)}: ${JSON.stringify(now)},`]),
    ];
  });
  return `  ${type}{\n  \t... // identical fields\n${lines.join('\n')}\n  }\n`;
}
