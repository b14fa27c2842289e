import type { WalkStep } from './run-walk.ts';

/** The lifecycle of releases of the charts shop and parts, in the folder of the charts. */
export const HELM_WALK: readonly WalkStep[] = [
  ['lint shop', '1 chart(s) linted, 0 chart(s) failed'],
  ['template mine shop', 'kind: Deployment'],
  ['install mine shop --dry-run', 'STATUS: pending-install'],
  ['install mine shop --wait --timeout 60s', 'STATUS: deployed'],
  ['status mine', 'STATUS: deployed'],
  ['list --no-headers', 'mine default 1 <time> UTC deployed shop-1.0.0'],
  ['get values mine --all', 'replicas: 2'],
  ['get manifest mine', 'kind: Service'],
  ['get hooks mine', 'kind: Job'],
  ['test mine --timeout 60s', 'Phase: Succeeded'],
  ['install mine shop', '! Error: INSTALLATION FAILED: …a name that is still in use\n[1]'],
  ['upgrade mine shop --set image=nginx:1.26 --wait --timeout 60s', 'REVISION: 2'],
  [
    'upgrade mine shop --set image=nginx:missing --atomic --timeout 15s',
    '! Error: UPGRADE FAILED: release mine failed, and has been rolled back…\n[1]',
  ],
  ['history mine --max 10', 'REVISION UPDATED STATUS CHART APP VERSION DESCRIPTION'],
  ['rollback mine 1 --wait --timeout 60s', 'Rollback was a success! Happy Helming!'],
  ['upgrade --install other parts', 'STATUS: deployed'],
  ['upgrade other parts', 'password kept: true'],
  ['upgrade other parts --reuse-values --set colour=red', 'REVISION: 3'],
  ['uninstall other --keep-history', 'release "other" uninstalled'],
  ['list --uninstalled --no-headers', 'other default 3 <time> UTC uninstalled parts-1.0.0'],
  ['rollback other 2', 'Rollback was a success! Happy Helming!'],
  ['uninstall mine --wait --timeout 60s', 'release "mine" uninstalled'],
  ['uninstall other', 'release "other" uninstalled'],
  ['list --no-headers', ''],
];
