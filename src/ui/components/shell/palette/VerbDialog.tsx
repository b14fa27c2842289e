import { useNavigate } from '@tanstack/react-router';
import { resourceParameters } from '../../../state/objects/addresses.ts';
import { DeleteDialog } from '../../dialogs/DeleteDialog.tsx';
import { ScaleDialog } from '../../dialogs/ScaleDialog.tsx';
import type { AskedVerb } from './use-object-verbs.ts';

interface VerbDialogProps {
  readonly asked: AskedVerb;
  readonly onClose: () => void;
}

/** The dialog of a verb that was chosen in the palette. */
export default function VerbDialog({ asked: { verb, resource, object }, onClose }: VerbDialogProps) {
  const navigate = useNavigate();
  if (verb === 'scale') return <ScaleDialog resource={resource} metadata={object} onClose={onClose} />;
  return (
    <DeleteDialog
      resource={resource}
      names={[object]}
      onClose={onClose}
      onDone={() => {
        onClose();
        void navigate({ to: '/objects/$group/$version/$resource', params: resourceParameters(resource) });
      }}
    />
  );
}
