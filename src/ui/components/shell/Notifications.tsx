import { Alert, AlertActionCloseButton, AlertGroup } from '@patternfly/react-core';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';
import { ServerMessage } from '../text/ServerMessage.tsx';

/** Notifications below the view, so that they do not cover it. Warnings and errors stay until closed. */
export function Notifications() {
  const { notifications, dismiss } = useStore(useApplication().notifications);
  return (
    <AlertGroup isLiveRegion aria-label="Notifications" className="tp-messages">
      {notifications.map(({ id, variant, title, detail }) => (
        <Alert
          key={id}
          isInline
          variant={variant}
          // After the headings of any view, no level is skipped.
          component="h2"
          title={title}
          timeout={variant === 'danger' || variant === 'warning' ? false : 6000}
          onTimeout={() => dismiss(id)}
          actionClose={<AlertActionCloseButton onClose={() => dismiss(id)} />}
        >
          {detail && <ServerMessage>{detail}</ServerMessage>}
        </Alert>
      ))}
    </AlertGroup>
  );
}
