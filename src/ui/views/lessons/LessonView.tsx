import './lessons-view.css';
import { Alert, Button, Label, PageSection, Title } from '@patternfly/react-core';
import { Link, useParams } from '@tanstack/react-router';
import { isStepSolved } from '../../../lessons/progress.ts';
import { NotFound } from '../../components/notices/NotFound.tsx';
import { useApplication } from '../../hooks/use-application.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { lessonNames, lessonOf } from '../../state/lessons/catalog.ts';
import { useLessonClusters } from './use-lesson-clusters.ts';

/** One lesson of the app: what it is about, its steps, and the way into it. */
export function LessonView() {
  const { lesson: name } = useParams({ from: '/lessons/$lesson' });
  const lesson = lessonOf({ name });
  const { runOf, start, resume, isShown } = useLessonClusters();
  const { lessons } = useApplication();
  useTitle(lesson?.title ?? 'Lesson');
  if (!lesson) return <NotFound />;
  const run = runOf(name);
  const next = lessonNames[lessonNames.indexOf(name) + 1];
  return (
    <>
      <PageSection className="tp-header" hasBodyWrapper={false}>
        <Title headingLevel="h1">{lesson.title}</Title>
        <p className="tp-subtle">
          {lesson.summary} {lesson.minutes} minutes.
        </p>
      </PageSection>
      <PageSection isFilled hasBodyWrapper={false} className="tp-lessons">
        <ol className="tp-lesson-steps" aria-label="Steps">
          {lesson.steps.map(({ title }, step) => (
            <li key={title}>
              {title}{' '}
              {run && isStepSolved(lesson, run.progress, step) && (
                <Label isCompact status="success">
                  Solved
                </Label>
              )}
            </li>
          ))}
        </ol>
        {!start ? (
          <Alert component="h2" isInline variant="info" title="Lessons need a cluster in this browser">
            This page shows a cluster elsewhere, in which a lesson must not create anything.
          </Alert>
        ) : isShown(name) ? (
          <p>
            The lesson is beside this page, and stays there while you use the app.{' '}
            {run?.isOpen === false && (
              <Button variant="link" isInline onClick={() => lessons.getState().update({ isOpen: true })}>
                Open it
              </Button>
            )}
          </p>
        ) : (
          <div className="tp-lesson-actions">
            {run ? (
              <Button onClick={() => resume(name)}>Continue lesson</Button>
            ) : (
              <Button onClick={() => start({ name }, lesson.title)}>Start lesson</Button>
            )}
            <span className="tp-subtle">
              {run ? 'The lesson has a cluster of its own.' : 'The lesson opens in a new cluster of its own.'}
            </span>
          </div>
        )}
        <p>
          <Link to="/lessons">All lessons</Link>
          {next !== undefined && (
            <>
              {' · '}
              <Link to="/lessons/$lesson" params={{ lesson: next }}>
                Next: {lessonOf({ name: next })?.title}
              </Link>
            </>
          )}
        </p>
      </PageSection>
    </>
  );
}
