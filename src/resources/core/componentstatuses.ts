import type { ComponentCondition, ComponentStatus } from '../../api/kinds/core-v1.generated.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { column, nameColumn } from '../table-columns.ts';

const healthOf = ({ conditions }: ComponentStatus): ComponentCondition | undefined =>
  conditions?.find(({ type }) => type === 'Healthy');

function statusText(component: ComponentStatus): string {
  const health = healthOf(component);
  if (!health) return 'Unknown';
  return health.status === 'True' ? 'Healthy' : 'Unhealthy';
}

const facts = {
  group: '',
  version: 'v1',
  kind: 'ComponentStatus',
  resource: 'componentstatuses',
  shortNames: ['cs'],
  namespaced: false,
  description: 'The health of a control plane component.',
  verbs: ['get', 'list'],
  types: {
    ComponentStatus: { 'conditions?': '[]ComponentCondition merge(type)' },
    ComponentCondition: {
      type: 'string',
      status: 'string',
      'message?': 'string',
      'error?': 'string',
    },
  },
} satisfies KindFacts;

/** Not stored: the server creates these objects on request. */
export const componentstatuses = resource<ComponentStatus>(facts, {
  columns: [
    nameColumn(),
    column('Status', 'string', 'Status of the component conditions', statusText),
    column(
      'Message',
      'string',
      'Message of the component conditions',
      (component) => healthOf(component)?.message ?? '',
    ),
    column('Error', 'string', 'Error of the component conditions', (component) => healthOf(component)?.error ?? ''),
  ],
});
