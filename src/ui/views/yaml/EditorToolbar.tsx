import {
  Button,
  Label,
  Switch,
  ToggleGroup,
  ToggleGroupItem,
  Toolbar,
  ToolbarContent,
  ToolbarGroup,
  ToolbarItem,
  Tooltip,
} from '@patternfly/react-core';
import type { WriteAction } from '../../commands/write-objects.ts';
import { shortcutText } from '../../components/modifier-key.ts';
import { CompareMenu } from './CompareMenu.tsx';
import type { YamlEditorState } from './use-yaml-editor.ts';
import { FIELD_MANAGER } from './write-documents.ts';

interface EditorToolbarProps {
  readonly editor: YamlEditorState;
  /** Action of the main button. */
  readonly action: WriteAction;
  /** Set when the user selects the action. */
  readonly onChoose?: ((action: WriteAction) => void) | undefined;
  readonly onSave: () => void;
}

const SHORTCUT = shortcutText('S');

const ACTIONS = {
  create: { label: 'Create', hint: 'Create the objects in your text' },
  update: { label: 'Save', hint: 'Replace the object' },
  patch: { label: 'Patch', hint: 'Send only what you changed, as a patch' },
  apply: {
    label: 'Apply',
    hint: `Server-side apply: creates or updates the objects; the field manager ${FIELD_MANAGER} owns the applied fields`,
  },
} as const;

export function EditorToolbar({ editor, action, onChoose, onSave }: EditorToolbarProps) {
  const { isBusy, isDirty, showsManaged, showsOwners } = editor;
  const isNew = action !== 'update';
  const { label, hint } = ACTIONS[action];
  return (
    <Toolbar className="tp-yaml-toolbar" inset={{ default: 'insetNone' }}>
      <ToolbarContent>
        {onChoose && (
          <ToolbarItem>
            <ToggleGroup aria-label="Write mode">
              <ToggleGroupItem
                text="Server-side apply"
                buttonId="write-apply"
                isSelected={action === 'apply'}
                onChange={() => onChoose('apply')}
              />
              <ToggleGroupItem
                text="Create only"
                buttonId="write-create"
                isSelected={action === 'create'}
                onChange={() => onChoose('create')}
              />
            </ToggleGroup>
          </ToolbarItem>
        )}
        <ToolbarGroup variant="action-group">
          <ToolbarItem>
            <Tooltip content={`${hint} (${SHORTCUT})`}>
              <Button onClick={onSave} isLoading={isBusy} isDisabled={isBusy || !(isNew || isDirty)}>
                {label}
              </Button>
            </Tooltip>
          </ToolbarItem>
          {!isNew && (
            <ToolbarItem>
              <Tooltip content={ACTIONS.patch.hint}>
                <Button
                  variant="secondary"
                  isDisabled={isBusy || !isDirty}
                  onClick={() => void editor.send({ action: 'patch' })}
                >
                  {ACTIONS.patch.label}
                </Button>
              </Tooltip>
            </ToolbarItem>
          )}
          {!onChoose && (
            <ToolbarItem>
              <Tooltip content={ACTIONS.apply.hint}>
                <Button variant="secondary" isDisabled={isBusy} onClick={() => void editor.send({ action: 'apply' })}>
                  {ACTIONS.apply.label}
                </Button>
              </Tooltip>
            </ToolbarItem>
          )}
          <ToolbarItem>
            <Tooltip content="Show what the server would store, without storing it">
              <Button
                variant="secondary"
                isDisabled={isBusy}
                onClick={() => void editor.send({ action, dryRun: true })}
              >
                Dry run
              </Button>
            </Tooltip>
          </ToolbarItem>
        </ToolbarGroup>
        {!isNew && (
          <ToolbarItem>
            <CompareMenu isDirty={isDirty} onCompare={editor.compare} />
          </ToolbarItem>
        )}
        {!isNew && (
          <ToolbarItem>
            <Switch
              id="field-owners"
              label="Managers"
              isChecked={showsOwners}
              onChange={(_, shown) => editor.setShowsOwners(shown)}
            />
          </ToolbarItem>
        )}
        {!isNew && (
          <ToolbarItem className="tp-yaml-managed">
            <Switch
              id="managed-fields"
              label="Managed fields"
              isChecked={showsManaged}
              onChange={(_, shown) => editor.setShowsManaged(shown)}
            />
          </ToolbarItem>
        )}
        {(isDirty || editor.results.length > 0) && (
          <ToolbarGroup align={{ default: 'alignEnd' }} className="tp-yaml-draft">
            {isDirty && (
              <ToolbarItem>
                <Label isCompact status="warning" variant="outline">
                  Unsaved
                </Label>
              </ToolbarItem>
            )}
            <ToolbarItem>
              <Button variant="link" isInline onClick={editor.discard}>
                {isNew ? 'Start over' : 'Discard changes'}
              </Button>
            </ToolbarItem>
          </ToolbarGroup>
        )}
      </ToolbarContent>
    </Toolbar>
  );
}
