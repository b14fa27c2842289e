import { Button, Modal, ModalBody, ModalFooter, ModalHeader, Spinner } from '@patternfly/react-core';
import { lazy, Suspense } from 'react';
import type { ApiObject } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { useHistory } from '../../hooks/use-history.ts';
import { objectText } from './yaml-documents.ts';

const MonacoDifference = lazy(() => import('./monaco/MonacoDifference.tsx'));

interface ComparisonDialogProps {
  readonly resource: DiscoveredResource;
  readonly live: ApiObject;
  /** The edited text. */
  readonly text: string;
  readonly side: 'live' | 'revision';
  readonly onClose: () => void;
}

/** Compares the edited text with the live object or with the object before its last change. */
export function ComparisonDialog({ side, onClose, ...compared }: ComparisonDialogProps) {
  return (
    <Modal isOpen variant="large" onClose={onClose} aria-labelledby="comparison-title" className="tp-difference">
      <ModalHeader
        title={side === 'live' ? 'Changes to the live object' : 'Changes since the last revision'}
        labelId="comparison-title"
        description={
          side === 'live'
            ? 'Left: stored now. Right: your text.'
            : 'Left: the object before its last change. Right: your text.'
        }
      />
      <ModalBody className="tp-difference-body">
        {side === 'live' ? (
          <Difference before={objectText(compared.live)} after={compared.text} />
        ) : (
          <RevisionDifference {...compared} />
        )}
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>Back to editor</Button>
      </ModalFooter>
    </Modal>
  );
}

function RevisionDifference({ resource, live, text }: Omit<ComparisonDialogProps, 'side' | 'onClose'>) {
  const { namespace, name = '' } = live.metadata;
  const { events, isLoaded } = useHistory(resource, { namespace, name });
  const { apiVersion, kind } = live;
  const previous = events.find((event) => event.previous !== undefined)?.previous;
  if (!isLoaded) return <Spinner aria-label="Loading the last revision" />;
  if (!previous) return <p>The server retains no earlier revision of {name}.</p>;
  return <Difference before={objectText({ ...previous, apiVersion, kind })} after={text} />;
}

const Difference = (texts: { readonly before: string; readonly after: string }) => (
  <Suspense fallback={<Spinner aria-label="Loading the diff" />}>
    <MonacoDifference {...texts} />
  </Suspense>
);
