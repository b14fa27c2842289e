import { Bullseye, Button, Modal, ModalBody, ModalFooter, ModalHeader, Spinner } from '@patternfly/react-core';
import { Tbody } from '@patternfly/react-table';
import { lazy, Suspense } from 'react';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { FieldChanges } from '../../components/FieldChanges.tsx';
import { Table } from '../../components/table/Table.tsx';
import { TableHead } from '../../components/table/TableHead.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { meaningfulChanges } from '../../state/objects/object-difference.ts';
import { ComparisonDialog } from './ComparisonDialog.tsx';
import type { EditorDialog, YamlEditorState } from './use-yaml-editor.ts';

const MonacoDifference = lazy(() => import('./monaco/MonacoDifference.tsx'));

interface EditorDialogsProps {
  readonly editor: YamlEditorState;
  readonly isNew: boolean;
  /** Resource of the edited object. */
  readonly resource: DiscoveredResource | undefined;
}
type DialogProps<Type extends EditorDialog['type']> = Pick<EditorDialogsProps, 'editor'> & {
  readonly dialog: Extract<EditorDialog, { readonly type: Type }>;
};

/** The dialogs that follow from the server's responses. */
export function EditorDialogs({ editor, isNew, resource }: EditorDialogsProps) {
  const { dialog, live, text } = editor;
  if (dialog?.type === 'dry-run') return <DryRunDialog editor={editor} dialog={dialog} isNew={isNew} />;
  if (dialog?.type === 'outdated') return <OutdatedDialog editor={editor} dialog={dialog} />;
  if (dialog?.type === 'owned') return <OwnedDialog editor={editor} dialog={dialog} />;
  if (dialog?.type === 'comparison' && live && resource)
    return <ComparisonDialog {...{ resource, live, text }} side={dialog.with} onClose={editor.closeDialog} />;
  return null;
}

/** Button labels of the actions. */
const LABELS = { create: 'Create', update: 'Save', patch: 'Patch', apply: 'Apply' } as const;

function DryRunDialog({ editor, dialog, isNew }: DialogProps<'dry-run'> & { readonly isNew: boolean }) {
  const { before, after, options } = dialog;
  const warnings = editor.problems.filter(({ severity }) => severity === 'warning').length;
  return (
    <Modal
      isOpen
      variant="large"
      onClose={editor.closeDialog}
      aria-labelledby="dry-run-title"
      className="tp-difference"
    >
      <ModalHeader
        title="Dry run result"
        labelId="dry-run-title"
        description={
          `${isNew ? 'Left: your text. Right: the objects after defaulting and admission.' : 'Left: stored now. Right: after saving.'} Nothing is stored yet.` +
          (warnings > 0
            ? ` The server sent ${warnings === 1 ? '1 warning' : `${warnings} warnings`}, listed below the editor.`
            : '')
        }
      />
      <ModalBody className="tp-difference-body">
        <Suspense
          fallback={
            <Bullseye>
              <Spinner aria-label="Loading the diff" />
            </Bullseye>
          }
        >
          <MonacoDifference before={before} after={after} />
        </Suspense>
      </ModalBody>
      <ModalFooter>
        <Button onClick={() => void editor.send({ ...options, dryRun: false })}>{LABELS[options.action]}</Button>
        <Button variant="link" onClick={editor.closeDialog}>
          Back to editor
        </Button>
      </ModalFooter>
    </Modal>
  );
}

function OutdatedDialog({ editor, dialog: { loaded, live, overlaps } }: DialogProps<'outdated'>) {
  return (
    <Modal isOpen variant="medium" onClose={editor.closeDialog} aria-labelledby="outdated-title">
      <ModalHeader
        title={`${live.metadata.name} changed while you were editing`}
        titleIconVariant="warning"
        labelId="outdated-title"
        description="These fields changed on the server since you started. Your text is kept."
      />
      <ModalBody>
        <FieldChanges changes={meaningfulChanges(loaded, live)} />
        {overlaps.length > 0 && (
          <p className="tp-overlaps">
            You also changed these fields; merging keeps your values: <code>{overlaps.join(', ')}</code>
          </p>
        )}
      </ModalBody>
      <ModalFooter>
        <Button onClick={() => editor.keepMine(live)}>Merge changes</Button>
        <Button variant="secondary" isDanger onClick={() => void editor.overwrite(live)}>
          Overwrite
        </Button>
        <Button variant="secondary" onClick={editor.discard}>
          Discard my changes
        </Button>
        <Button variant="link" onClick={editor.closeDialog}>
          Back to editor
        </Button>
      </ModalFooter>
    </Modal>
  );
}

function OwnedDialog({ editor, dialog: { fields, options } }: DialogProps<'owned'>) {
  return (
    <Modal isOpen variant="medium" onClose={editor.closeDialog} aria-labelledby="owned-title">
      <ModalHeader
        title="Other managers own some of these fields"
        titleIconVariant="warning"
        labelId="owned-title"
        description="The object was not applied. Take ownership of the fields, or go back and remove them from your text."
      />
      <ModalBody>
        <Table variant="compact" aria-label="Fields and their managers">
          <TableHead columns={['Field', 'Manager']} />
          <Tbody>
            {fields.map(({ field, manager }) => (
              <Tr key={`${field} ${manager}`}>
                <Td dataLabel="Field">
                  <code>{field.replace(/^\./, '')}</code>
                </Td>
                <Td dataLabel="Manager">{manager}</Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      </ModalBody>
      <ModalFooter>
        <Button variant="warning" onClick={() => void editor.send({ ...options, force: true, onlyRemaining: true })}>
          Take ownership
        </Button>
        <Button variant="link" onClick={editor.closeDialog}>
          Back to editor
        </Button>
      </ModalFooter>
    </Modal>
  );
}
