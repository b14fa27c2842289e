import { Dropdown, type DropdownProps, MenuToggle, type MenuToggleProps } from '@patternfly/react-core';
import { useState } from 'react';

interface MenuProps extends Omit<DropdownProps, 'isOpen' | 'onOpenChange' | 'onSelect' | 'toggle'> {
  /** The properties of the button that opens the menu. */
  readonly toggle: Omit<MenuToggleProps, 'ref'>;
}

/** A button and the menu that it opens, which closes when an item is chosen. */
export function Menu({ toggle, ...props }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dropdown
      {...props}
      isOpen={isOpen}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      toggle={(ref) => <MenuToggle {...toggle} ref={ref} isExpanded={isOpen} onClick={() => setOpen(!isOpen)} />}
    />
  );
}
