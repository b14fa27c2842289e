import './lessons-view.css';
import { Alert, Card, CardBody, CardTitle, FileUpload, Label, PageSection, Skeleton } from '@patternfly/react-core';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import { fetchLesson } from '../../commands/fetch-lesson.ts';
import { TitledCard } from '../../components/TitledCard.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useAnswer } from '../../hooks/use-answer.ts';
import { lessonNames, lessonOf } from '../../state/lessons/catalog.ts';
import { ForeignLesson } from './ForeignLesson.tsx';
import { useLessonClusters } from './use-lesson-clusters.ts';

/** Lists the lessons of the app in their order, and opens lessons of other authors. */
export function LessonsView() {
  const { from } = useSearch({ from: '/lessons' });
  return (
    <>
      <ViewHeader
        title="Lessons"
        description="Each lesson opens in a new cluster of its own, with Kubernetes names. Tasks are checked as you solve them."
      />
      <PageSection isFilled hasBodyWrapper={false} className="tp-lessons">
        {from !== undefined && <LinkedLesson key={from} address={from} />}
        <Catalog />
        <LessonFile />
      </PageSection>
    </>
  );
}

function Catalog() {
  const { runOf } = useLessonClusters();
  return (
    <ol className="tp-lesson-list" aria-label="Lessons">
      {lessonNames.map((name, index) => {
        const lesson = lessonOf({ name });
        const run = runOf(name);
        return (
          lesson && (
            <li key={name}>
              <Card isCompact className="tp-count-card">
                <CardTitle component="h2">
                  <Link to="/lessons/$lesson" params={{ lesson: name }} className="tp-card-link">
                    {index + 1}. {lesson.title}
                  </Link>
                </CardTitle>
                <CardBody>
                  <p>{lesson.summary}</p>
                  <p className="tp-lesson-facts">
                    <span className="tp-subtle">{lesson.minutes} minutes</span>
                    {run && (
                      <Label isCompact status={run.isSolved ? 'success' : 'info'}>
                        {run.isSolved ? 'Solved' : `Step ${run.progress.step + 1} of ${lesson.steps.length}`}
                      </Label>
                    )}
                  </p>
                </CardBody>
              </Card>
            </li>
          )
        );
      })}
    </ol>
  );
}

/** Opens a lesson from a file. */
function LessonFile() {
  const [file, setFile] = useState({ name: '', text: '' });
  return (
    <TitledCard title="Open a lesson of your own" bodyClassName="tp-lesson-file">
      <FileUpload
        id="lesson-file"
        type="text"
        value={file.text}
        filename={file.name}
        filenamePlaceholder="Drop a file here or open one"
        browseButtonText="Open file"
        aria-label="YAML of the lesson"
        hideDefaultPreview
        onFileInputChange={(_, given) => void given.text().then((text) => setFile({ name: given.name, text }))}
        onClearClick={() => setFile({ name: '', text: '' })}
      />
      {file.text !== '' && <ForeignLesson key={file.text} yaml={file.text} />}
    </TitledCard>
  );
}

/** A lesson at an address that a link names. Nothing is created before the user agrees. */
function LinkedLesson({ address }: { readonly address: string }) {
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
