import { MenuToggle } from '@patternfly/react-core';
import EllipsisVIcon from '@patternfly/react-icons/dist/esm/icons/ellipsis-v-icon';
import { useRef, useState } from 'react';
import { RowActions, type RowActionsProps } from './RowActions.tsx';

type RowMenuProps = Omit<RowActionsProps, 'toggle' | 'onClose'>;

/** The button with the actions on one object. A closed menu costs as much as a button: many rows appear in one frame. */
export function RowMenu(props: RowMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  return (
    <>
      <MenuToggle
        ref={toggle}
        variant="plain"
        aria-label={`Actions for ${props.metadata.name}`}
        isExpanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        icon={<EllipsisVIcon />}
      />
      {isOpen && <RowActions {...props} toggle={toggle} onClose={() => setOpen(false)} />}
    </>
  );
}
