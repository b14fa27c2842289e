import type { LocatedProblem } from '../problems/problems.ts';
import { monaco } from './monaco.ts';

/** The problems with fixes, by text and by the owner of their markers. */
const PROBLEMS = new WeakMap<monaco.editor.ITextModel, Map<string, readonly LocatedProblem[]>>();

/** Offers the fixes of an owner's problems in the text: as light bulb, in hovers and on Ctrl+. */
export function offerFixes(model: monaco.editor.ITextModel, owner: string, problems: readonly LocatedProblem[]): void {
  const known = PROBLEMS.get(model) ?? new Map<string, readonly LocatedProblem[]>();
  PROBLEMS.set(model, known);
  known.set(
    owner,
    problems.filter(({ fixes }) => fixes !== undefined),
  );
}

monaco.languages.registerCodeActionProvider('yaml', {
  provideCodeActions(model, range, { markers }) {
    const problems = [...(PROBLEMS.get(model)?.values() ?? [])]
      .flat()
      .filter((problem) => monaco.Range.areIntersectingOrTouching(rangeOf(problem), range));
    const actions = problems.flatMap(({ message, fixes = [] }) =>
      fixes.map(({ title, edits }, index) => ({
        title,
        kind: 'quickfix',
        isPreferred: index === 0,
        diagnostics: markers.filter((marker) => marker.message === message),
        edit: {
          edits: edits.map(({ start, end, text }) => ({
            resource: model.uri,
            versionId: model.getVersionId(),
            textEdit: {
              range: monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end)),
              text,
            },
          })),
        },
      })),
    );
    return { actions, dispose: () => undefined };
  },
});

const rangeOf = ({ range: { line, column, endLine, endColumn } }: LocatedProblem): monaco.IRange => ({
  startLineNumber: line,
  startColumn: column,
  endLineNumber: endLine,
  endColumn,
});
