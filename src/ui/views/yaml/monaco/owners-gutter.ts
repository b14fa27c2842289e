import { escapeMarkup } from '../../../../api/escape-markup.ts';
import type { FieldOwners } from '../field-owners.ts';
import { monaco } from './monaco.ts';

/** Characters of a manager's name beside a line. */
const WIDEST = 24;
const NOBODY = 'nobody';

/** Shows the managers of fields beside the line numbers until the returned function is called. */
export function showOwners(editor: monaco.editor.IStandaloneCodeEditor, owners: FieldOwners): () => void {
  const names = new Map(Array.from(owners, ([line, managers]) => [line, nameOf(managers)]));
  const width = Math.max(0, ...Array.from(names.values(), (name) => name.length));
  editor.updateOptions({
    // Anybody may choose a name, and the editor writes these texts as HTML.
    lineNumbers: (line) => `${escapeMarkup(names.get(line) ?? '')} ${line}`,
    lineNumbersMinChars: width + 5,
  });
  const decorations = editor.createDecorationsCollection(
    Array.from(owners, ([line, managers]) => ({
      range: new monaco.Range(line, 1, line, 1),
      options: {
        lineNumberClassName: managers.length === 0 ? 'tp-unowned' : 'tp-owned',
        lineNumberHoverMessage: { value: hoverOf(managers) },
      },
    })),
  );
  return () => {
    decorations.clear();
    editor.updateOptions({ lineNumbers: 'on', lineNumbersMinChars: 5 });
  };
}

function nameOf([first, ...others]: readonly string[]): string {
  if (first === undefined) return NOBODY;
  const name = first.length > WIDEST ? `${first.slice(0, WIDEST - 1)}…` : first;
  return others.length > 0 ? `${name} +${others.length}` : name;
}

const hoverOf = (managers: readonly string[]): string =>
  managers.length === 0 ? 'No manager owns this field' : `Managed by ${managers.join(', ')}`;
