import { useMemo } from 'react';
import type { LabPolicy } from '../../state/stores/lab-store.ts';
import { withExpressionProblems } from '../yaml/expressions/expression-places.ts';
import { useExpressions } from '../yaml/expressions/use-expressions.ts';
import MonacoText from '../yaml/monaco/MonacoText.tsx';
import { type Answers, locateProblems } from '../yaml/problems/locate-problems.ts';
import { syntaxProblems } from '../yaml/problems/problems.ts';
import { useSchema } from '../yaml/use-schema.ts';

interface PolicyEditorProps {
  readonly policy: LabPolicy;
  /** The server's errors in the policy. */
  readonly answers: Answers;
  readonly onChange: (policy: LabPolicy) => void;
  readonly onRun: () => void;
}

/** A policy as YAML, with the server's schema. */
export function PolicyEditor({ policy, answers, onChange, onRun }: PolicyEditorProps) {
  const { text } = policy;
  const expressions = useExpressions(text);
  const problems = useMemo(
    () => withExpressionProblems([...syntaxProblems(text), ...locateProblems(answers, text)], expressions.problems),
    [text, answers, expressions.problems],
  );
  const schema = useSchema(text);
  return (
    <MonacoText
      name="lab policy"
      hasWrapping
      value={text}
      onChange={(written) => onChange({ ...policy, text: written })}
      onSave={() => undefined}
      onRun={onRun}
      problems={problems}
      schema={schema}
      helpAt={expressions.helpAt}
      onSchemaProblems={() => undefined}
    />
  );
}
