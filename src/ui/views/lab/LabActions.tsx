import { Button, Label } from '@patternfly/react-core';
import CheckCircleIcon from '@patternfly/react-icons/dist/esm/icons/check-circle-icon';
import type { Lab } from './use-lab.ts';

/** Dry run, and the status and switch of the draft in the namespace. */
export function LabActions({ lab, namespace }: { readonly lab: Lab; readonly namespace: string }) {
  const { force, running, problem } = lab;
  const cannot = running !== undefined || problem !== undefined;
  return (
    <div className="tp-lab-status">
      <Button
        variant="primary"
        isLoading={running === 'try'}
        isDisabled={running !== undefined}
        aria-keyshortcuts="Control+Enter"
        onClick={() => void lab.tryIt()}
      >
        Dry run
      </Button>
      {force !== 'none' ? (
        <>
          <Label status="success" icon={<CheckCircleIcon />}>
            Enabled in {namespace}
          </Label>
          {force === 'other' && <Label status="warning">Differs from this draft</Label>}
          <Button
            variant="secondary"
            isDisabled={cannot}
            isLoading={running === 'enable'}
            onClick={() => void lab.enable()}
          >
            Update
          </Button>
          <Button
            variant="secondary"
            isDanger
            isDisabled={cannot}
            isLoading={running === 'disable'}
            onClick={() => void lab.disable()}
          >
            Disable
          </Button>
        </>
      ) : (
        <Button
          variant="secondary"
          isDisabled={cannot}
          isLoading={running === 'enable'}
          onClick={() => void lab.enable()}
        >
          Enable in {namespace}
        </Button>
      )}
    </div>
  );
}
