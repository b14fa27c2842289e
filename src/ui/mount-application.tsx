import '@patternfly/react-core/dist/styles/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApplication } from './application.ts';
import { ApplicationContext } from './hooks/use-application.ts';
import type { PlatformPort } from './platform-port.ts';
import { router } from './routes.tsx';
import './styles.css';

/** Shows the UI in `root`. */
export function mountApplication(root: HTMLElement, platform: PlatformPort): void {
  const application = createApplication(platform);
  const startTimeline = () => {
    application.timeline.start();
    addEventListener('pagehide', () => application.timeline.save());
  };
  // The first view begins when discovery is complete, and its requests come first.
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

/** Milliseconds after which a page that is never idle records all the same. */
const LATEST_START = 3000;

/** Calls back when the page has nothing else to do. */
function whenIdle(start: () => void): void {
  // Safari cannot tell.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: LATEST_START });
  else setTimeout(start, LATEST_START);
}
