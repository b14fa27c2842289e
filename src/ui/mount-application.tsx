import '@patternfly/react-core/dist/styles/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApplication } from './application.ts';
import { ApplicationContext } from './hooks/use-application.ts';
import type { Platform } from './platform.ts';
import { router } from './routes.tsx';
import './styles.css';

/** Shows the UI in `root`. */
export function mountApplication(root: HTMLElement, platform: Platform): void {
  const application = createApplication(platform);
  void application.discovery.getState().refresh();
  createRoot(root).render(
    <StrictMode>
      <ApplicationContext value={application}>
        <RouterProvider router={router} />
      </ApplicationContext>
    </StrictMode>,
  );
}
