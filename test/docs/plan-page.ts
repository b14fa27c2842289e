import { readSnippets, type Snippet } from './snippets.ts';

/** Where a program runs: in Node, in a separate page, or in a page of the app. */
export type Place = 'node' | 'browser' | 'app';

/** One step that a page asks its reader to perform. */
export type Step =
  | { readonly kind: 'program'; readonly line: number; readonly place: Place; readonly language: string; text: string }
  | { readonly kind: 'commands' | 'manifest' | 'document' | 'json'; readonly line: number; readonly text: string }
  | { readonly kind: 'file'; readonly line: number; readonly name: string; readonly text: string };

const CODE = ['js', 'jsx', 'ts', 'tsx'];
/** Continues the program before it although it has imports. */
const CONTINUED = 'continued';

/**
 * Returns the steps of a page in order. Code without imports continues the program before it.
 * @throws Error for a snippet that cannot be executed
 */
export function planPage(markdown: string): readonly Step[] {
  const steps: Step[] = [];
  for (const snippet of readSnippets(markdown)) {
    const { line, language, words, text } = snippet;
    const name = words.find((word) => word.includes('.'));
    if (name !== undefined) {
      steps.push({ kind: 'file', line, name, text });
      continue;
    }
    const program = CODE.includes(language) ? programContinuedBy(snippet, steps) : undefined;
    if (program) program.text += `\n${text}`;
    else steps.push(stepOf(snippet));
  }
  const isNamed = (name: string): boolean =>
    name.includes('.test.') ||
    steps.some((step) => !('name' in step && step.name === name) && step.text.includes(name));
  for (const step of steps) {
    if (step.kind === 'file' && !isNamed(step.name)) throw new Error(`line ${step.line}: nothing uses ${step.name}`);
  }
  return steps;
}

function programContinuedBy({ words, text }: Snippet, steps: readonly Step[]) {
  if (/^import /m.test(text) && !words.includes(CONTINUED)) return undefined;
  const place = placeOf(words);
  return steps.findLast((step) => step.kind === 'program' && step.place === place) as
    | Extract<Step, { kind: 'program' }>
    | undefined;
}

const placeOf = (words: readonly string[]): Place =>
  words.includes('browser') ? 'browser' : words.includes('app') ? 'app' : 'node';

function stepOf({ line, language, words, text }: Snippet): Step {
  const unknown = words.find((word) => !['browser', 'app', CONTINUED].includes(word));
  if (unknown) throw new Error(`line ${line}: "${unknown}" does not say how the snippet runs`);
  if (CODE.includes(language)) return { kind: 'program', line, place: placeOf(words), language, text };
  if (language === 'sh') return { kind: 'commands', line, text };
  if (language === 'yaml') return { kind: 'manifest', line, text };
  if (language === 'html') return { kind: 'document', line, text };
  if (language === 'json') return { kind: 'json', line, text };
  throw new Error(`line ${line}: a snippet of the language "${language}" cannot be executed`);
}
