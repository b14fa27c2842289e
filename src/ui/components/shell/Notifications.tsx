import { Alert, AlertActionCloseButton, AlertGroup } from '@patternfly/react-core';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';

/** Messages in passing; what went wrong stays until it is closed. */
export function Notifications() {
  const { notifications, dismiss } = useStore(useApplication().notifications);
  return (
    <AlertGroup isToast isLiveRegion aria-label="Messages">
      {notifications.map(({ id, variant, title, detail }) => (
        <Alert
          key={id}
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
