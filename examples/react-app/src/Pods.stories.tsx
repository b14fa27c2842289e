import { scenario } from 'tabplane/msw';
import { Pods } from './Pods.tsx';

export default { title: 'Pods', component: Pods };

export const Healthy = {
  parameters: { msw: { handlers: scenario('healthy shop').handlers() } },
};

export const CrashLooping = {
  parameters: { msw: { handlers: scenario('crash-looping shop').handlers() } },
};

export const StuckRollout = {
  parameters: { msw: { handlers: scenario('stuck rollout').handlers() } },
};

export const NodeDown = {
  parameters: { msw: { handlers: scenario('node down').handlers() } },
};

/** A guest may not list pods. */
export const Forbidden = {
  parameters: { msw: { handlers: scenario('few rights').as('guest').handlers() } },
};
