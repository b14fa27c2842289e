import {
  Button,
  Label,
  Switch,
  Toolbar,
  ToolbarContent,
  ToolbarGroup,
  ToolbarItem,
  Tooltip,
} from '@patternfly/react-core';
import { shortcutText } from '../../components/modifier-key.ts';
import type { YamlEditorState } from './use-yaml-editor.ts';
import { FIELD_MANAGER } from './write-documents.ts';

interface EditorToolbarProps {
  readonly editor: YamlEditorState;
  readonly isNew: boolean;
  readonly onSave: () => void;
}

const SHORTCUT = shortcutText('S');

export function EditorToolbar({ editor, isNew, onSave }: EditorToolbarProps) {
  const { isBusy, isDirty, showsManaged } = editor;
  return (
    <Toolbar className="tp-yaml-toolbar" inset={{ default: 'insetNone' }}>
      <ToolbarContent>
        <ToolbarGroup variant="action-group">
          <ToolbarItem>
            <Tooltip content={`${isNew ? 'Create what is written here' : 'Replace the object'} (${SHORTCUT})`}>
              <Button onClick={onSave} isLoading={isBusy} isDisabled={isBusy || !(isNew || isDirty)}>
                {isNew ? 'Create' : 'Save'}
              </Button>
            </Tooltip>
          </ToolbarItem>
          <ToolbarItem>
            <Tooltip
              content={`Server-side apply: the fields written here become those of the field manager ${FIELD_MANAGER}`}
            >
              <Button variant="secondary" isDisabled={isBusy} onClick={() => void editor.send({ action: 'apply' })}>
                Apply
              </Button>
            </Tooltip>
          </ToolbarItem>
          <ToolbarItem>
            <Tooltip content="Ask the server what it would store, and store nothing">
              <Button
                variant="secondary"
                isDisabled={isBusy}
                onClick={() => void editor.send({ action: isNew ? 'create' : 'update', dryRun: true })}
              >
                Dry run
              </Button>
            </Tooltip>
          </ToolbarItem>
        </ToolbarGroup>
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
        {isDirty && (
          <ToolbarGroup align={{ default: 'alignEnd' }} className="tp-yaml-draft">
            <ToolbarItem>
              <Label isCompact status="warning" variant="outline">
                Not saved
              </Label>
            </ToolbarItem>
            <ToolbarItem>
              <Button variant="link" isInline onClick={editor.discard}>
                {isNew ? 'Start over' : 'Discard'}
              </Button>
            </ToolbarItem>
          </ToolbarGroup>
        )}
      </ToolbarContent>
    </Toolbar>
  );
}
