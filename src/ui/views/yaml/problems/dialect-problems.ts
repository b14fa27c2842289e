import { isScalar, visit } from 'yaml';
import type { DialectName } from '../../../../api/dialect.ts';
import { groupInDialect, isUserField, type Translation, translateText } from '../../../../api/dialect-translation.ts';
import type { Discovery } from '../../../../client/discovery.ts';
import { dialectOf } from '../../../state/dialect-names.ts';
import { readDocuments } from '../yaml-documents.ts';
import type { LocatedProblem } from './problems.ts';
import type { TextEdit } from './text-fix.ts';

/** A name of the other dialect in a text. */
interface ForeignName extends TextEdit {
  readonly document: number;
  readonly written: string;
  /** Whether it is an API group, with or without a version. */
  readonly isGroup: boolean;
}

/** Returns a problem with fixes for each API group that the server has only in its own dialect. */
export function dialectProblems(text: string, discovery: Discovery): LocatedProblem[] {
  // Runs on every key press, and most texts name no group of either dialect.
  if (!/\b(k8s|kubernetes|cluster)\.io\b/.test(text)) return [];
  const served = new Set(discovery.resources.map(({ group }) => group));
  const { lines } = readDocuments(text);
  const names = foreignNames(text, { to: dialectOf(discovery), isServedGroup: (group) => served.has(group) });
  const groups = names.filter(({ isGroup, written }) => isGroup && !served.has(groupOf(written)));
  const all = groups.length > 0 && names.length > 1 ? [{ title: 'Replace all names in this text', edits: names }] : [];
  return groups.map(({ document, written, start, end, text: name }) => {
    const from = lines.linePos(start);
    const to = lines.linePos(end);
    return {
      severity: 'error',
      message: `${written} is a name of the other dialect. This server uses ${name}.`,
      document,
      range: { line: from.line, column: from.col, endLine: to.line, endColumn: to.col },
      fixes: [{ title: `Use ${name}`, edits: [{ start, end, text: name }] }, ...all],
    };
  });
}

const groupOf = (written: string): string => written.split('/')[0] ?? '';

/** Returns every name in a text that differs in the server's dialect. */
function foreignNames(text: string, translation: Translation): ForeignName[] {
  const names: ForeignName[] = [];
  for (const [document, parsed] of readDocuments(text).documents.entries()) {
    visit(parsed, {
      Pair: (_, { key }) => (isScalar(key) && isUserField(String(key.value)) ? visit.SKIP : undefined),
      Scalar: (_, { value, range }) => {
        if (typeof value !== 'string' || !range) return;
        const translated = translateText(value, translation);
        const at = text.indexOf(value, range[0]);
        // The source of a value with escapes or line breaks differs from its text.
        if (!translated || at < 0 || at + value.length > range[1]) return;
        const isGroup =
          groupInDialect(groupOf(value), translation.to) !== undefined && isGroupText(value, translation.to);
        names.push({ document, written: value, start: at, end: at + value.length, text: translated, isGroup });
      },
    });
  }
  return names;
}

/** Reports whether a translated text is an API group rather than a qualified name. */
const isGroupText = (value: string, to: DialectName): boolean =>
  translateText(value, { to, isServedGroup: () => false }) === undefined;
