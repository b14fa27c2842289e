import 'monaco-editor/esm/vs/basic-languages/javascript/javascript.contribution.js';
import { useEffect, useRef } from 'react';
import { editorLabel, errorMarker, followTheme, monaco, themeOfPage } from '../yaml/monaco/monaco.ts';
import type { CodeProblem } from './code-problems.ts';

export interface MonacoCodeProps {
  readonly value: string;
  readonly language: 'javascript' | 'yaml';
  readonly label: string;
  readonly isReadOnly?: boolean;
  /** Errors to mark in the text. */
  readonly problems?: readonly CodeProblem[];
  readonly onChange?: (value: string) => void;
  /** Ctrl+Enter. */
  readonly onRun?: () => void;
}

const NO_PROBLEMS: readonly CodeProblem[] = [];

/** A code editor with syntax highlighting and without a schema. */
export default function MonacoCode({
  value,
  language,
  label,
  isReadOnly = false,
  problems = NO_PROBLEMS,
  ...handlers
}: MonacoCodeProps) {
  const element = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(undefined);
  const latest = useRef(handlers);
  latest.current = handlers;
  const initial = useRef(value);

  useEffect(() => {
    if (!element.current) return;
    const model = monaco.editor.createModel(initial.current, language);
    const created = monaco.editor.create(element.current, {
      ariaLabel: editorLabel(label),
      automaticLayout: true,
      fixedOverflowWidgets: true,
      fontSize: 13,
      lineNumbersMinChars: 3,
      minimap: { enabled: false },
      model,
      readOnly: isReadOnly,
      scrollBeyondLastLine: false,
      tabSize: 2,
      theme: themeOfPage(),
      wordBasedSuggestions: 'off',
      wordWrap: 'on',
      wrappingIndent: 'indent',
    });
    editor.current = created;
    created.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter, () => latest.current.onRun?.());
    model.onDidChangeContent(() => latest.current.onChange?.(model.getValue()));
    const unfollow = followTheme();
    return () => {
      unfollow();
      created.dispose();
      model.dispose();
      editor.current = undefined;
    };
  }, [language, label, isReadOnly]);

  useEffect(() => {
    initial.current = value;
    const model = editor.current?.getModel();
    if (model && model.getValue() !== value)
      model.pushEditOperations([], [{ range: model.getFullModelRange(), text: value }], () => null);
  }, [value]);
  useEffect(() => {
    const model = editor.current?.getModel();
    if (model) monaco.editor.setModelMarkers(model, 'tabplane', problems.map(errorMarker));
  }, [problems]);
  return <div ref={element} className="tp-monaco" />;
}
