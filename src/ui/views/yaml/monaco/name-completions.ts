import { yamlScalar } from '../yaml-documents.ts';
import { monaco } from './monaco.ts';

/** Names for the value at a place of a text. */
export interface NameChoices {
  /** Offsets of the value. */
  readonly start: number;
  readonly end: number;
  /** The kind of the named objects. */
  readonly kind: string;
  readonly names: readonly string[];
}

/** Returns the names of the objects to which the value at an offset of a text can refer; undefined where it names none. */
export type NamesAt = (text: string, offset: number) => Promise<NameChoices | undefined>;

const SOURCES = new WeakMap<monaco.editor.ITextModel, NamesAt>();

/** Offers the names of existing objects as completions in a text. */
export const offerNames = (model: monaco.editor.ITextModel, namesAt: NamesAt): void => void SOURCES.set(model, namesAt);

monaco.languages.registerCompletionItemProvider('yaml', {
  triggerCharacters: [' '],
  async provideCompletionItems(model, position) {
    const found = await SOURCES.get(model)?.(model.getValue(), model.getOffsetAt(position));
    if (!found || model.isDisposed()) return undefined;
    const range = monaco.Range.fromPositions(model.getPositionAt(found.start), model.getPositionAt(found.end));
    return {
      suggestions: found.names.map((name) => ({
        label: name,
        kind: monaco.languages.CompletionItemKind.Reference,
        detail: found.kind,
        insertText: yamlScalar(name),
        range,
      })),
    };
  },
});
