import 'monaco-editor/esm/vs/editor/editor.all.js';
import 'monaco-editor/esm/vs/basic-languages/yaml/yaml.contribution.js';
import * as monaco from 'monaco-editor/esm/vs/editor/editor.api.js';
import { configureMonacoYaml, type JSONSchema } from 'monaco-yaml';
import type { LocatedProblem } from '../problems/problems.ts';
import { schemaSentence } from '../problems/schema-problems.ts';
import { quietCancellation } from './quiet-cancellation.ts';

addEventListener('unhandledrejection', quietCancellation);

/** The parts of Monaco that the editor needs, and its workers, all from this origin. */
window.MonacoEnvironment = {
  getWorker: (_, label) =>
    label === 'yaml'
      ? new Worker(new URL('./yaml.worker.ts', import.meta.url), { type: 'module' })
      : new Worker(new URL('./editor.worker.ts', import.meta.url), { type: 'module' }),
};

const OPTIONS = {
  isKubernetes: true,
  hoverSchemaSource: false,
  yamlVersion: '1.1',
  format: { enable: false },
} as const;

/**
 * Drops completions that are not values: those that insert a whole type, named after the type, and `null`, which is
 * offered for every field because the server accepts it.
 */
const withValuesOnly: typeof monaco.languages.registerCompletionItemProvider = (selector, provider) =>
  monaco.languages.registerCompletionItemProvider(selector, {
    ...provider,
    async provideCompletionItems(...request) {
      const found = await provider.provideCompletionItems(...request);
      const isValue = ({ kind, label }: monaco.languages.CompletionItem) =>
        kind !== monaco.languages.CompletionItemKind.Class && label !== 'null';
      return found && { ...found, suggestions: found.suggestions.filter(isValue) };
    },
  });

const schemas = new Map<string, JSONSchema>();

/** Marks the warnings of the language service as sentences. */
const markWithSentences: typeof monaco.editor.setModelMarkers = (model, owner, markers) =>
  monaco.editor.setModelMarkers(
    model,
    owner,
    markers.map((marker) => ({ ...marker, message: schemaSentence(marker, schemas.get(model.uri.toString())) })),
  );

/** All editors share one instance. */
const yaml = configureMonacoYaml(
  {
    ...monaco,
    editor: { ...monaco.editor, setModelMarkers: markWithSentences },
    languages: { ...monaco.languages, registerCompletionItemProvider: withValuesOnly },
  },
  OPTIONS,
);

/** Sets or, with undefined, removes the schema of texts at a URI. */
export function setSchema(uri: string, schema: JSONSchema | undefined): void {
  if (schemas.get(uri) === schema) return;
  if (schema) schemas.set(uri, schema);
  else schemas.delete(uri);
  const all = Array.from(schemas, ([address, one]) => ({
    uri: `${address}.schema.json`,
    fileMatch: [address],
    schema: one,
  }));
  void yaml.update({ ...OPTIONS, schemas: all });
}

/** Editor themes that match the page's themes and background. */
for (const [name, base] of [
  ['tabplane-light', 'vs'],
  ['tabplane-dark', 'vs-dark'],
] as const) {
  const isDark = base === 'vs-dark';
  const background = isDark ? '#1f1f1f' : '#ffffff';
  // Monaco's own colors have too little contrast.
  const numbers = isDark ? '#9d9d9d' : '#237893';
  monaco.editor.defineTheme(name, {
    base,
    inherit: true,
    rules: [
      { token: 'comment', foreground: isDark ? '8fc280' : '007000' },
      // Keys and numbers are read on the colored lines of diffs, too.
      ...(isDark
        ? []
        : [
            { token: 'type', foreground: '005f5f' },
            { token: 'number', foreground: '06553a' },
          ]),
    ],
    colors: {
      'editor.background': background,
      'editorGutter.background': background,
      'editorLineNumber.foreground': numbers,
      'editorLineNumber.dimmedForeground': numbers,
      'diffEditor.removedLineBackground': '#ff000014',
      'diffEditor.removedTextBackground': '#ff000026',
      'diffEditor.insertedLineBackground': '#6cac2c1a',
      'diffEditor.insertedTextBackground': '#6cac2c33',
    },
  });
}

export const themeOfPage = (): string =>
  document.documentElement.classList.contains('pf-v6-theme-dark') ? 'tabplane-dark' : 'tabplane-light';

/** Keeps all editors in the page's theme until the returned function is called. */
export function followTheme(): () => void {
  const apply = () => monaco.editor.setTheme(themeOfPage());
  apply();
  const observer = new MutationObserver(apply);
  observer.observe(document.documentElement, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}

/** Returns the accessible name of an editor with the key to leave it: Tab indents. */
export const editorLabel = (name: string): string => `${name}. After Ctrl+M, Tab leaves the editor.`;

/** Returns the marker of a server error. */
export const errorMarker = ({
  message,
  range,
}: Pick<LocatedProblem, 'message' | 'range'>): monaco.editor.IMarkerData => ({
  severity: monaco.MarkerSeverity.Error,
  message,
  source: 'server',
  startLineNumber: range.line,
  startColumn: range.column,
  endLineNumber: range.endLine,
  endColumn: range.endColumn,
});

export { monaco };
