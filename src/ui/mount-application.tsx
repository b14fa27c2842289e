import '@patternfly/react-core/dist/styles/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApplication } from './application.ts';
import { ApplicationContext } from './hooks/use-application.ts';
import type { PlatformPort } from './platform-port.ts';
import { router } from './routes.tsx';
import { startWhenNeeded } from './state/timeline/start-when-needed.ts';
import './styles.css';

/** Renders the UI in `root`. */
export function mountApplication(root: HTMLElement, platform: PlatformPort): void {
  const application = createApplication(platform);
  const { discovery, timeline } = application;
  void discovery
    .getState()
    .refresh()
    .then(() => startWhenNeeded(timeline, platform.clock));
  addEventListener('pagehide', () => timeline.save());
  createRoot(root).render(
    <StrictMode>
      <ApplicationContext value={application}>
        <RouterProvider router={router} />
      </ApplicationContext>
    </StrictMode>,
  );
}
