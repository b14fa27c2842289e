import './yaml.css';
import { Alert, AlertActionLink, Bullseye, Spinner } from '@patternfly/react-core';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import type { WriteAction } from '../../commands/write-objects.ts';
import { WriteResults } from '../../components/WriteResults.tsx';
import { AccessEffect } from './AccessEffect.tsx';
import { EditorDialogs } from './EditorDialogs.tsx';
import { EditorToolbar } from './EditorToolbar.tsx';
import { withExpressionProblems } from './expressions/expression-places.ts';
import { useExpressions } from './expressions/use-expressions.ts';
import { fieldOwners } from './field-owners.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import type { TextHandle } from './monaco/MonacoText.tsx';
import { ProblemList } from './problems/ProblemList.tsx';
import type { LocatedProblem } from './problems/problems.ts';
import { joinedProblems } from './problems/schema-problems.ts';
import { applyFix } from './problems/text-fix.ts';
import { useDialectProblems } from './problems/use-dialect-problems.ts';
import { useFieldAt } from './use-field-at.ts';
import { useNamesAt } from './use-names-at.ts';
import { useSaveKey } from './use-save-key.ts';
import { useSchema } from './use-schema.ts';
import { useYamlEditor, type YamlEditorProps } from './use-yaml-editor.ts';

const MonacoText = lazy(() => import('./monaco/MonacoText.tsx'));

/** Edits and writes objects as YAML with the server's schemas. */
export function YamlEditor(props: YamlEditorProps) {
  const editor = useYamlEditor(props);
  const schema = useSchema(editor.text);
  const namesAt = useNamesAt(props.namespace ?? 'default');
  const fieldAt = useFieldAt();
  const [hints, setHints] = useState<readonly LocatedProblem[]>([]);
  const expressions = useExpressions(editor.text);
  const found = useDialectProblems(editor.text, editor.problems);
  const problems = useMemo(() => withExpressionProblems(found, expressions.problems), [found, expressions.problems]);
  const handle = useRef<TextHandle>(null);
  const isNew = props.object === undefined;
  const { newer, text, live, showsOwners } = editor;
  const owners = useMemo(
    () => (showsOwners ? fieldOwners(text, live?.metadata.managedFields) : undefined),
    [showsOwners, text, live],
  );
  const folded = isNew ? undefined : editor.showsManaged ? MANAGED_FIELDS : STATUS;
  const [chosen, setChosen] = useState<WriteAction>('apply');
  const action = !isNew ? 'update' : props.resource ? 'create' : chosen;
  const save = () => void editor.send({ action });
  useSaveKey(save);
  return (
    <div className="tp-yaml">
      <EditorToolbar editor={editor} action={action} onChoose={props.resource ? undefined : setChosen} onSave={save} />
      {newer && (
        <Alert
          component="h2"
          variant="info"
          isInline
          isPlain
          title={`${newer.metadata.name} changed while you were editing`}
          actionLinks={
            <>
              <AlertActionLink onClick={() => editor.showOutdated(newer)}>Show changes</AlertActionLink>
              <AlertActionLink onClick={() => editor.keepMine(newer)}>Merge changes</AlertActionLink>
            </>
          }
        />
      )}
      <Suspense fallback={<LoadingEditor />}>
        <MonacoText
          ref={handle}
          name={editor.key}
          value={editor.text}
          onChange={editor.change}
          onSave={save}
          problems={problems}
          schema={schema}
          namesAt={namesAt}
          helpAt={expressions.helpAt}
          fieldAt={fieldAt}
          onSchemaProblems={setHints}
          owners={owners}
          folded={folded}
        />
      </Suspense>
      {(isNew || editor.isDirty) && <AccessEffect text={editor.text} namespace={props.namespace ?? 'default'} />}
      {isNew && editor.results.length > 0 && (
        <WriteResults
          results={editor.results}
          isBusy={editor.isBusy}
          onRetry={() => void editor.send({ action, onlyRemaining: true })}
        />
      )}
      <ProblemList
        problems={joinedProblems(problems, hints)}
        onFix={(fix) => editor.change(applyFix(editor.text, fix))}
        onSelect={({ line, column }) => handle.current?.goTo(line, column)}
      />
      <EditorDialogs editor={editor} isNew={isNew} resource={props.resource} />
      <LeaveGuard draftKey={editor.key} />
    </div>
  );
}

/** The parts that are folded when they appear. */
const STATUS = /^status:/;
const MANAGED_FIELDS = /^ {2}managedFields:/;

function LoadingEditor() {
  return (
    <Bullseye className="tp-monaco">
      <Spinner aria-label="Loading the editor" />
    </Bullseye>
  );
}
