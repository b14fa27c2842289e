import type { ApiObject } from '../../api/object.ts';
import { type Discovery, findServedKind } from '../discovery.ts';

/** Resources that others depend on, written first, in this order. */
const FIRST = [
  'namespaces',
  'customresourcedefinitions',
  'storageclasses',
  'priorityclasses',
  'runtimeclasses',
  'serviceaccounts',
  'clusterroles',
  'roles',
];

/** Resources that affect later writes, written last. */
const LAST = [
  'validatingadmissionpolicybindings',
  'mutatingwebhookconfigurations',
  'validatingwebhookconfigurations',
  'apiservices',
];

/** The indexes of `objects` in write order: dependencies first, otherwise as given. */
export function writeOrder(objects: readonly ApiObject[], discovery: Discovery): number[] {
  const ranks = objects.map((object) => rankOf(findServedKind(discovery, object)?.resource));
  return [...objects.keys()].sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
}

function rankOf(resource = ''): number {
  const first = FIRST.indexOf(resource);
  return first >= 0 ? first : FIRST.length + LAST.indexOf(resource) + 1;
}
