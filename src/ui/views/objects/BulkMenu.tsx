import { Dropdown, DropdownItem, DropdownList, MenuToggle } from '@patternfly/react-core';
import { useState } from 'react';
import type { Operation } from '../../commands/kind-operations.ts';

interface BulkMenuProps {
  readonly operations: readonly Operation[];
  /** Number of selected rows. */
  readonly chosen: number;
  readonly onOperate: (operation: Operation) => void;
}

/** The menu of operations on the selected rows. */
export function BulkMenu({ operations, chosen, onOperate }: BulkMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dropdown
      isOpen={isOpen}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      popperProps={{ position: 'end' }}
      shouldFocusFirstItemOnOpen
      toggle={(ref) => (
        <MenuToggle ref={ref} isExpanded={isOpen} isDisabled={chosen === 0} onClick={() => setOpen(!isOpen)}>
          Actions
        </MenuToggle>
      )}
    >
      <DropdownList>
        {operations.map((operation) => (
          <DropdownItem key={operation.title} onClick={() => onOperate(operation)}>
            {operation.title} {chosen}
          </DropdownItem>
        ))}
      </DropdownList>
    </Dropdown>
  );
}
