import { Dropdown, DropdownItem, DropdownList, MenuToggle } from '@patternfly/react-core';
import { useState } from 'react';

interface CompareMenuProps {
  readonly isDirty: boolean;
  readonly onCompare: (side: 'live' | 'revision') => void;
}

/** The menu of the texts with which the edited text is compared. */
export function CompareMenu({ isDirty, onCompare }: CompareMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dropdown
      isOpen={isOpen}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      shouldFocusFirstItemOnOpen
      toggle={(ref) => (
        <MenuToggle ref={ref} isExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Compare
        </MenuToggle>
      )}
    >
      <DropdownList>
        <DropdownItem isDisabled={!isDirty} onClick={() => onCompare('live')}>
          With the live object
        </DropdownItem>
        <DropdownItem onClick={() => onCompare('revision')}>With the last revision</DropdownItem>
      </DropdownList>
    </Dropdown>
  );
}
