import type { JSONSchema } from 'monaco-yaml';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { changedPart } from '../changed-part.ts';
import type { HelpAt } from '../expressions/use-expressions.ts';
import type { FieldOwners } from '../field-owners.ts';
import type { LocatedProblem } from '../problems/problems.ts';
import { suggestedFix } from '../problems/schema-problems.ts';
import { offerHelp } from './expression-help.ts';
import { type FieldAt, linkFields } from './field-links.ts';
import { editorLabel, errorMarker, followTheme, monaco, setSchema, themeOfPage } from './monaco.ts';
import { type NamesAt, offerNames } from './name-completions.ts';
import { showOwners } from './owners-gutter.ts';
import { offerFixes } from './quick-fixes.ts';

export interface TextHandle {
  /** Moves the cursor to a position and reveals it. */
  goTo(line: number, column: number): void;
}
export interface MonacoTextProps {
  /** Identifies the text; another name starts a new undo history. */
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSave: () => void;
  /** Ctrl+Enter. */
  readonly onRun?: () => void;
  /** Problems to mark; the editor finds syntax errors itself. */
  readonly problems: readonly LocatedProblem[];
  readonly schema: JSONSchema | undefined;
  /** Called with the schema's problems. */
  readonly onSchemaProblems: (problems: readonly LocatedProblem[]) => void;
  /** Returns the names to suggest at an offset. */
  readonly namesAt?: NamesAt;
  /** Returns the help for the expression at an offset. */
  readonly helpAt?: HelpAt;
  readonly fieldAt?: FieldAt;
  /** The managers of the fields, shown beside the line numbers. */
  readonly owners?: FieldOwners | undefined;
  /** The first lines of parts to fold, once for each pattern. */
  readonly folded?: RegExp | undefined;
  /** Wraps long lines. */
  readonly hasWrapping?: boolean;
  readonly ref?: Ref<TextHandle>;
}

const SEVERITY = {
  error: monaco.MarkerSeverity.Error,
  warning: monaco.MarkerSeverity.Warning,
  info: monaco.MarkerSeverity.Info,
};

export default function MonacoText({
  name,
  value,
  problems,
  schema,
  owners,
  folded,
  hasWrapping = false,
  ref,
  ...handlers
}: MonacoTextProps) {
  const element = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(undefined);
  const latest = useRef(handlers);
  latest.current = handlers;
  const initial = useRef(value);
  const uri = `file:///${name.replace(/[^\w.-]+/g, '_')}.yaml`;

  useEffect(() => {
    if (!element.current) return;
    const model = monaco.editor.createModel(initial.current, 'yaml', monaco.Uri.parse(uri));
    const created = monaco.editor.create(element.current, {
      ...OPTIONS,
      model,
      theme: themeOfPage(),
      wordWrap: hasWrapping ? 'on' : 'off',
      wrappingIndent: 'indent',
    });
    editor.current = created;
    created.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS, () => latest.current.onSave());
    if (latest.current.onRun)
      created.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter, () => latest.current.onRun?.());
    offerNames(model, (text, offset) => latest.current.namesAt?.(text, offset) ?? Promise.resolve(undefined));
    offerHelp(model, (text, offset) => latest.current.helpAt?.(text, offset) ?? Promise.resolve(undefined));
    linkFields(model, (text, offset) => latest.current.fieldAt?.(text, offset));
    model.onDidChangeContent(() => latest.current.onChange(model.getValue()));
    const markers = monaco.editor.onDidChangeMarkers((uris) => {
      if (!uris.some((one) => one.toString() === model.uri.toString())) return;
      const found = schemaProblems(model);
      offerFixes(model, 'yaml', found);
      latest.current.onSchemaProblems(found);
    });
    const unfollow = followTheme();
    return () => {
      unfollow();
      markers.dispose();
      created.dispose();
      model.dispose();
      setSchema(uri, undefined);
      editor.current = undefined;
    };
  }, [uri, hasWrapping]);

  useEffect(() => {
    initial.current = value;
    const model = editor.current?.getModel();
    // As a single edit, which can be undone.
    if (model && model.getValue() !== value) model.pushEditOperations([], [replacement(model, value)], () => null);
  }, [value]);
  useEffect(() => setSchema(uri, schema), [uri, schema]);
  useEffect(() => {
    const model = editor.current?.getModel();
    if (!model) return;
    monaco.editor.setModelMarkers(model, 'tabplane', problems.map(markerOf));
    offerFixes(model, 'tabplane', problems);
  }, [problems]);
  useEffect(() => (editor.current && owners ? showOwners(editor.current, owners) : undefined), [owners]);
  useEffect(() => {
    const model = editor.current?.getModel();
    const line = folded && model?.getLinesContent().findIndex((text) => folded.test(text));
    if (line === undefined || line < 0) return;
    void editor.current?.getAction('editor.fold')?.run({ selectionLines: [line] });
  }, [folded]);
  useImperativeHandle(ref, () => ({
    goTo(lineNumber, column) {
      editor.current?.setPosition({ lineNumber, column });
      editor.current?.revealLineInCenterIfOutsideViewport(lineNumber);
      editor.current?.focus();
    },
  }));
  return <div ref={element} className="tp-monaco" />;
}

const OPTIONS: monaco.editor.IStandaloneEditorConstructionOptions = {
  ariaLabel: editorLabel('YAML'),
  automaticLayout: true,
  fixedOverflowWidgets: true,
  fontSize: 13,
  minimap: { enabled: false },
  quickSuggestions: { other: true, strings: true, comments: false },
  renderWhitespace: 'selection',
  scrollBeyondLastLine: false,
  stickyScroll: { enabled: true },
  tabSize: 2,
  accessibilitySupport: 'auto',
};

const markerOf = (problem: LocatedProblem): monaco.editor.IMarkerData => ({
  ...errorMarker(problem),
  severity: SEVERITY[problem.severity],
});

/** Returns the edit that makes a text another one. Lines that stay are neither parsed nor drawn again. */
function replacement(model: monaco.editor.ITextModel, text: string): monaco.editor.IIdentifiedSingleEditOperation {
  const { start, end, inserted } = changedPart(model.getValue(), text);
  return { range: monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end)), text: inserted };
}

/** Returns the schema's problems; the view finds syntax errors itself. */
function schemaProblems(model: monaco.editor.ITextModel): LocatedProblem[] {
  const markers = monaco.editor.getModelMarkers({ resource: model.uri });
  return markers
    .filter(({ owner, severity }) => owner === 'yaml' && severity < monaco.MarkerSeverity.Error)
    .map(({ message, startLineNumber: line, startColumn: column, endLineNumber: endLine, endColumn }) => {
      const range = { line, column, endLine, endColumn };
      const fix = suggestedFix({ message, range }, (lineNumber, at) => model.getOffsetAt({ lineNumber, column: at }));
      return { severity: 'warning', message, document: 0, range, ...(fix ? { fixes: [fix] } : {}) };
    });
}
