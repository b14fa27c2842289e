import type { ExpressionCompletion } from '../../../../api/debug/expression-check.ts';
import type { HelpAt } from '../expressions/use-expressions.ts';
import { monaco } from './monaco.ts';

const SOURCES = new WeakMap<monaco.editor.ITextModel, HelpAt>();

/** Offers completions and types in the expressions of a text. */
export const offerHelp = (model: monaco.editor.ITextModel, helpAt: HelpAt): void => void SOURCES.set(model, helpAt);

const { CompletionItemInsertTextRule, CompletionItemKind } = monaco.languages;

const KINDS = {
  variable: CompletionItemKind.Variable,
  field: CompletionItemKind.Field,
  function: CompletionItemKind.Function,
  macro: CompletionItemKind.Keyword,
};

/** Fields and variables come before functions and macros. */
const ORDER = { field: 0, variable: 0, macro: 1, function: 2 };

monaco.languages.registerCompletionItemProvider('yaml', {
  triggerCharacters: ['.', ' ', '(', '"'],
  async provideCompletionItems(model, position) {
    const help = await SOURCES.get(model)?.(model.getValue(), model.getOffsetAt(position));
    if (!help || model.isDisposed()) return undefined;
    const word = model.getWordUntilPosition(position).word.match(/\w*$/)?.[0] ?? '';
    const range = new monaco.Range(
      position.lineNumber,
      position.column - word.length,
      position.lineNumber,
      position.column,
    );
    return {
      suggestions: help.completions.map((completion) => ({
        label: completion.label,
        kind: KINDS[completion.kind],
        detail: completion.type,
        sortText: `${ORDER[completion.kind]} ${completion.label}`,
        insertText: insertedText(completion),
        insertTextRules: CompletionItemInsertTextRule.InsertAsSnippet,
        range,
      })),
    };
  },
});

/** Returns a snippet with the cursor between the parentheses of a call. */
function insertedText({ kind, label, type }: ExpressionCompletion): string {
  if (kind === 'field' || kind === 'variable') return label;
  if (kind === 'macro' && label !== 'has') return `${label}(\${1:x}, $0)`;
  return type.includes('()') ? `${label}()` : `${label}($0)`;
}

monaco.languages.registerHoverProvider('yaml', {
  async provideHover(model, position) {
    const help = await SOURCES.get(model)?.(model.getValue(), model.getOffsetAt(position));
    if (!help?.description || model.isDisposed()) return undefined;
    const { start, end, text } = help.description;
    return {
      range: monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end)),
      contents: [{ value: `\`\`\`text\n${text}\n\`\`\`` }],
    };
  },
});
