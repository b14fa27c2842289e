import { DropdownItem, DropdownList } from '@patternfly/react-core';
import { Menu } from '../../components/Menu.tsx';

interface CompareMenuProps {
  readonly isDirty: boolean;
  readonly onCompare: (side: 'live' | 'revision') => void;
}

/** The menu of the texts with which the edited text is compared. */
export function CompareMenu({ isDirty, onCompare }: CompareMenuProps) {
  return (
    <Menu shouldFocusFirstItemOnOpen toggle={{ children: 'Compare' }}>
      <DropdownList>
        <DropdownItem isDisabled={!isDirty} onClick={() => onCompare('live')}>
          With the live object
        </DropdownItem>
        <DropdownItem onClick={() => onCompare('revision')}>With the last revision</DropdownItem>
      </DropdownList>
    </Menu>
  );
}
