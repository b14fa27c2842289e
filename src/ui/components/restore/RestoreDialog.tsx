import './restore.css';
import { Alert, Button, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { useState } from 'react';
import { type RestoreOutcome, restoreObjects } from '../../commands/restore-objects.ts';
import { useApplication } from '../../hooks/use-application.ts';
import type { ObjectDifference } from '../../state/time/comparison.ts';
import { planRestoration, type RestoringWrite, restorationText } from '../../state/time/restoration.ts';
import { RestorePreview } from './RestorePreview.tsx';

interface RestoreDialogProps {
  readonly title: string;
  readonly differences: readonly ObjectDifference[];
  /** Called with whether anything was written. */
  readonly onClose: (hasWritten: boolean) => void;
}

const WORDS = { create: 'Create', update: 'Update', delete: 'Delete' } as const;

/**
 * Shows which writes restore the objects and what stays as it is, a single write also as a dry run; makes the writes, and
 * reports each outcome.
 */
export function RestoreDialog({ title, differences, onClose }: RestoreDialogProps) {
  const application = useApplication();
  const [outcomes, setOutcomes] = useState<readonly RestoreOutcome[]>();
  const [isBusy, setBusy] = useState(false);
  const plan = planRestoration(differences);
  const close = () => onClose(outcomes !== undefined);
  const restore = async () => {
    setBusy(true);
    setOutcomes([]);
    await restoreObjects(application, plan.writes, (outcome) => setOutcomes((before = []) => [...before, outcome]));
    setBusy(false);
  };
  const only = plan.writes.length === 1 ? plan.writes[0] : undefined;
  const failed = outcomes?.filter(({ problem }) => problem !== undefined).length ?? 0;
  const isDone = outcomes !== undefined && !isBusy;
  return (
    <Modal isOpen variant="medium" onClose={isBusy ? () => undefined : close} aria-labelledby="restore-title">
      <ModalHeader title={title} labelId="restore-title" />
      <ModalBody>
        {isDone && (
          <Alert
            isInline
            component="h2"
            variant={failed > 0 ? 'warning' : 'success'}
            title={
              failed > 0
                ? `${failed} of ${outcomes.length} writes failed. Compare again to retry them.`
                : `Restored: ${restorationText(plan)}`
            }
          />
        )}
        {!isDone && <p>{restorationText(plan)}</p>}
        <ul className="tp-restoring">
          {plan.writes.map((write) => (
            <li key={write.difference.key}>
              {WORDS[write.action]} {describe(write)}. {write.note}{' '}
              <Outcome outcome={outcomes?.find((one) => one.write.difference.key === write.difference.key)} />
            </li>
          ))}
        </ul>
        {plan.left.length > 0 && (
          <>
            <p>
              {plan.left.length} {plan.left.length === 1 ? 'object stays' : 'objects stay'} as now:
            </p>
            <ul className="tp-restoring">
              {plan.left.map(({ difference, reason }) => (
                <li key={difference.key}>
                  {difference.key.replace(/^\//, '')}: {reason}
                </li>
              ))}
            </ul>
          </>
        )}
        {only && outcomes === undefined && <RestorePreview write={only} />}
        {plan.writes.some(({ action }) => action === 'create') && (
          <p className="tp-subtle">
            Created objects get new UIDs and creation times, no owner references, and the status that controllers give
            them.
          </p>
        )}
      </ModalBody>
      <ModalFooter>
        {isDone ? (
          <Button onClick={close}>Close</Button>
        ) : (
          <>
            <Button isDisabled={isBusy || plan.writes.length === 0} isLoading={isBusy} onClick={() => void restore()}>
              Restore
            </Button>
            <Button variant="link" isDisabled={isBusy} onClick={close}>
              Cancel
            </Button>
          </>
        )}
      </ModalFooter>
    </Modal>
  );
}

const describe = ({ object, difference }: RestoringWrite): string => {
  const { namespace, name } = object.metadata;
  return `${difference.resource.kind} ${namespace ? `${namespace}/` : ''}${name}`;
};

function Outcome({ outcome }: { readonly outcome: RestoreOutcome | undefined }) {
  if (!outcome) return null;
  return outcome.problem === undefined ? <span className="tp-subtle">done</span> : <strong>{outcome.problem}</strong>;
}
