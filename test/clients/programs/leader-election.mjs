/** Two electors that share a Lease. */
import election from '@codedependant/kubernetes-leader-election';
import { CoordinationV1Api, KubeConfig } from '@kubernetes/client-node';
import { packageVersion, printVersion, step } from './steps.mjs';

// Electors only work in a pod.
process.env.KUBERNETES_SERVICE_HOST = '127.0.0.1';
const { Elector, EVENTS: Events } = election;
printVersion(packageVersion('@codedependant/kubernetes-leader-election'));
const elector = (identity) => {
  const options = { identity, lease_name: 'chair', renew_interval_ms: 1000, lease_duration_sec: 20, auto_close: false };
  return new Elector(options);
};
const next = (emitter, event) => new Promise((resolve) => emitter.once(event, resolve));
const [first, second] = [elector('first'), elector('second')];

await step('the first elector becomes the leader', async () => {
  const acquired = next(first, Events.LEADERSHIP_ACQUIRED);
  await first.start();
  await acquired;
  return first.current_leader;
});
await step('the leader renews its Lease', async () => {
  await next(first, Events.LEASE_RENEWED);
  return 'renewed';
});
await step('another elector waits', async () => {
  await second.start();
  await next(first, Events.LEASE_RENEWED);
  return second.current_leader;
});
await step('another elector takes over when the leader stops and the Lease is deleted', async () => {
  const acquired = next(second, Events.LEADERSHIP_ACQUIRED);
  await first.stop();
  const config = new KubeConfig();
  config.loadFromDefault();
  await config.makeApiClient(CoordinationV1Api).deleteNamespacedLease({ name: 'chair', namespace: 'default' });
  await acquired;
  return second.current_leader;
});
await second.stop();
process.exit(0);
