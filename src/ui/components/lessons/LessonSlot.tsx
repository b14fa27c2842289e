import './lessons.css';
import { Alert, AlertActionLink, Button } from '@patternfly/react-core';
import { Component, lazy, type ReactNode, Suspense } from 'react';
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
    <LessonBoundary onClose={() => lessons.getState().update({ isOpen: false })}>
      <Suspense>
        <LessonPanel run={run} />
      </Suspense>
    </LessonBoundary>
  );
}

interface LessonBoundaryProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Keeps the app usable when a lesson, which somebody else may have written, cannot be rendered. */
class LessonBoundary extends Component<LessonBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <aside className="tp-lesson" aria-label="Lesson">
        <Alert
          component="h2"
          isInline
          variant="danger"
          title="The lesson cannot be shown"
          actionLinks={<AlertActionLink onClick={this.props.onClose}>Close lesson</AlertActionLink>}
        />
      </aside>
    );
  }
}
