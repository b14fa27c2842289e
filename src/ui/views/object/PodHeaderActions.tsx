import { Button } from '@patternfly/react-core';
import TerminalIcon from '@patternfly/react-icons/dist/esm/icons/terminal-icon';
import { hasShell, openShell } from '../../commands/open-shell.ts';
import { useApplication } from '../../hooks/use-application.ts';
import type { KindActionsProps } from './kind-actions.ts';

/** Opens a shell in the pod. */
export function PodHeaderActions({ resource, object: { metadata } }: KindActionsProps) {
  const application = useApplication();
  if (!hasShell(application, resource)) return null;
  return (
    <Button variant="secondary" icon={<TerminalIcon />} onClick={() => openShell(application, metadata)}>
      Shell
    </Button>
  );
}
