import type { DaemonSet, DaemonSetStatus } from '../../api/kinds/apps-v1.generated.ts';
import { labelSelectorText } from '../label-selector-validation.ts';
import type { TableColumn } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { containerColumns } from './workload-columns.ts';

const count = (name: string, member: keyof DaemonSetStatus, description: string) =>
  column<DaemonSet>(name, 'integer', description, ({ status }) => status?.[member] ?? 0);

export const daemonSetColumns: readonly TableColumn<DaemonSet>[] = [
  nameColumn(),
  count(
    'Desired',
    'desiredNumberScheduled',
    'The total number of nodes that should be running the daemon pod (including nodes correctly running the daemon pod). More info: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/',
  ),
  count(
    'Current',
    'currentNumberScheduled',
    'The number of nodes that are running at least 1 daemon pod and are supposed to run the daemon pod. More info: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/',
  ),
  count(
    'Ready',
    'numberReady',
    'The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and ready.',
  ),
  count('Up-to-date', 'updatedNumberScheduled', 'The total number of nodes that are running updated daemon pod'),
  count(
    'Available',
    'numberAvailable',
    'The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and available (ready for at least spec.minReadySeconds)',
  ),
  column(
    'Node Selector',
    'string',
    "NodeSelector is a selector which must be true for the pod to fit on a node. Selector which must match a node's labels for the pod to be scheduled on that node. More info: https://kubernetes.io/docs/concepts/configuration/assign-pod-node/",
    ({ spec }) => labelSelectorText({ matchLabels: spec?.template.spec?.nodeSelector }),
  ),
  ageColumn(),
  ...containerColumns<DaemonSet>(({ spec }) => spec?.template),
  column(
    'Selector',
    'string',
    'A label query over pods that are managed by the daemon set. Must match in order to be controlled. If empty, defaulted to labels on Pod template. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
    ({ spec }) => labelSelectorText(spec?.selector),
    1,
  ),
];
