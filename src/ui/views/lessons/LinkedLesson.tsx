import { Alert, Skeleton } from '@patternfly/react-core';
import { errorText } from '../../../api/error-text.ts';
import { fetchLesson } from '../../commands/fetch-lesson.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { ForeignLesson } from './ForeignLesson.tsx';

/** A lesson at an address that a link names. Nothing is created before the user agrees. */
export function LinkedLesson({ address }: { readonly address: string }) {
  const { value, error } = useAnswer(address, '', (signal) => fetchLesson(address, location.origin, signal));
  if (error !== undefined)
    return (
      <Alert component="h2" isInline variant="danger" title="The lesson could not be opened">
        {errorText(error)}
      </Alert>
    );
  return value === undefined ? (
    <Skeleton height="8rem" screenreaderText="Loading the lesson" />
  ) : (
    <ForeignLesson yaml={value} />
  );
}
