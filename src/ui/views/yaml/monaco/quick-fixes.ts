import type { LocatedProblem } from '../problems/problems.ts';
import { monaco } from './monaco.ts';

const PROBLEMS = new WeakMap<monaco.editor.ITextModel, readonly LocatedProblem[]>();

/** Offers the fixes of problems in the text: as light bulb, in hovers and on Ctrl+. */
export function offerFixes(model: monaco.editor.ITextModel, problems: readonly LocatedProblem[]): void {
  PROBLEMS.set(
    model,
    problems.filter(({ fixes }) => fixes !== undefined),
  );
}

monaco.languages.registerCodeActionProvider('yaml', {
  provideCodeActions(model, range, { markers }) {
    const problems = (PROBLEMS.get(model) ?? []).filter((problem) =>
      monaco.Range.areIntersectingOrTouching(rangeOf(problem), range),
    );
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
