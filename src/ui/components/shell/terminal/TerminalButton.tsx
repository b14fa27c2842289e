import { Button } from '@patternfly/react-core';
import TerminalIcon from '@patternfly/react-icons/dist/esm/icons/terminal-icon';
import { useStore } from 'zustand';
import { useApplication } from '../../../hooks/use-application.ts';

/** Opens and closes the terminal. */
export function TerminalButton() {
  const { isOpen, setOpen } = useStore(useApplication().terminal);
  return (
    <Button
      variant="plain"
      aria-label="Terminal"
      title="Terminal (Ctrl+`)"
      aria-keyshortcuts="Control+`"
      aria-pressed={isOpen}
      icon={<TerminalIcon />}
      onClick={() => setOpen(!isOpen)}
    />
  );
}
