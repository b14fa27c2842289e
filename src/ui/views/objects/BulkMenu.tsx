import { DropdownItem, DropdownList } from '@patternfly/react-core';
import type { Operation } from '../../commands/kind-operations.ts';
import { Menu } from '../../components/Menu.tsx';

interface BulkMenuProps {
  readonly operations: readonly Operation[];
  /** Number of selected rows. */
  readonly chosen: number;
  readonly onOperate: (operation: Operation) => void;
}

/** The menu of operations on the selected rows. */
export function BulkMenu({ operations, chosen, onOperate }: BulkMenuProps) {
  return (
    <Menu
      popperProps={{ position: 'end' }}
      shouldFocusFirstItemOnOpen
      toggle={{ isDisabled: chosen === 0, children: 'Actions' }}
    >
      <DropdownList>
        {operations.map((operation) => (
          <DropdownItem key={operation.title} onClick={() => onOperate(operation)}>
            {operation.title} {chosen}
          </DropdownItem>
        ))}
      </DropdownList>
    </Menu>
  );
}
