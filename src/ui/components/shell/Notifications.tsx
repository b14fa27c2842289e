import { Alert, AlertActionCloseButton, AlertGroup } from '@patternfly/react-core';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';

/** Messages below the view, so that they cover nothing; warnings and errors stay until they are closed. */
export function Notifications() {
  const { notifications, dismiss } = useStore(useApplication().notifications);
  return (
    <AlertGroup isLiveRegion aria-label="Notifications" className="tp-messages">
      {notifications.map(({ id, variant, title, detail }) => (
        <Alert
          key={id}
          isInline
          variant={variant}
          title={title}
          timeout={variant === 'danger' || variant === 'warning' ? false : 6000}
          onTimeout={() => dismiss(id)}
          actionClose={<AlertActionCloseButton onClose={() => dismiss(id)} />}
        >
          {detail}
        </Alert>
      ))}
    </AlertGroup>
  );
}
