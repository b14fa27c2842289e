import './lessons.css';
import { Button } from '@patternfly/react-core';
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';

/** Loaded only in clusters of lessons: it brings the expressions of checks with it. */
const LessonPanel = lazy(async () => ({ default: (await import('./LessonPanel.tsx')).LessonPanel }));

/** The lesson of the page's cluster, beside every view. Renders nothing in other clusters. */
export function LessonSlot() {
  const { lessons, platform } = useApplication();
  const run = useStore(lessons, ({ runs }) => runs[platform.clusters?.shown.database ?? '']);
  if (!run) return null;
  if (!run.isOpen)
    return (
      <Button
        className="tp-lesson-open"
        variant="secondary"
        onClick={() => lessons.getState().update({ isOpen: true })}
      >
        Open lesson
      </Button>
    );
  return (
    <Suspense>
      <LessonPanel run={run} />
    </Suspense>
  );
}
