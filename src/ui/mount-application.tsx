import '@patternfly/react-core/dist/styles/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApplication } from './application.ts';
import { ApplicationContext } from './hooks/use-application.ts';
import type { PlatformPort } from './platform-port.ts';
import { router } from './routes.tsx';
import './styles.css';

/** Renders the UI in `root`. */
export function mountApplication(root: HTMLElement, platform: PlatformPort): void {
  const application = createApplication(platform);
  const startTimeline = () => {
    application.timeline.start();
    addEventListener('pagehide', () => application.timeline.save());
  };
  // The first view renders after discovery, and its requests take precedence.
  void application.discovery
    .getState()
    .refresh()
    .then(() => whenIdle(startTimeline));
  createRoot(root).render(
    <StrictMode>
      <ApplicationContext value={application}>
        <RouterProvider router={router} />
      </ApplicationContext>
    </StrictMode>,
  );
}

/** Maximum delay in milliseconds before recording starts. */
const LATEST_START = 3000;

/** Calls back when the page is idle. */
function whenIdle(start: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: LATEST_START });
  else setTimeout(start, LATEST_START);
}
