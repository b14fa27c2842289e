import { Alert, Radio } from '@patternfly/react-core';
import { useId, useState } from 'react';
import type { Quiz } from '../../../lessons/lesson.ts';
import { Markdown } from './Markdown.tsx';

interface QuizFormProps {
  readonly quiz: Quiz;
  readonly isSolved: boolean;
  readonly onSolve: () => void;
}

/** A question with answers, each of which says at once why it is right or wrong. */
export function QuizForm({ quiz: { question, answers }, isSolved, onSolve }: QuizFormProps) {
  const id = useId();
  const [chosen, setChosen] = useState(() => (isSolved ? answers.findIndex(({ isRight }) => isRight) : -1));
  const answer = answers[chosen];
  return (
    <fieldset className="tp-quiz">
      <legend>
        <Markdown>{question}</Markdown>
      </legend>
      {answers.map(({ text, isRight }, index) => (
        <Radio
          key={text}
          id={`${id} ${index}`}
          name={id}
          label={text}
          isChecked={index === chosen}
          onChange={() => {
            setChosen(index);
            if (isRight) onSolve();
          }}
        />
      ))}
      <div aria-live="polite">
        {answer && (
          <Alert
            component="h4"
            isInline
            isPlain
            variant={answer.isRight ? 'success' : 'warning'}
            title={answer.isRight ? 'Right' : 'Not quite'}
          >
            <Markdown>{answer.because}</Markdown>
          </Alert>
        )}
      </div>
    </fieldset>
  );
}
