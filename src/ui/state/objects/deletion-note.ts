import { shortGroup } from '../../../api/dialect.ts';
import { type GroupResource, isNamespaces } from '../../../api/object.ts';
import { type ClusterActivity, GARBAGE_COLLECTOR } from './simulation-notes.ts';

const NAMESPACE_CONTROLLER = 'namespace-controller';

/** Returns the effect on other objects when objects of a kind are deleted. */
export function deletionNote(
  { group, resource }: GroupResource,
  { controllers }: Pick<ClusterActivity, 'controllers'>,
): string {
  if (resource === 'customresourcedefinitions' && shortGroup(group) === 'apiextensions')
    return 'All objects of the defined kind are also deleted.';
  if (isNamespaces({ group, resource }))
    return controllers.get(NAMESPACE_CONTROLLER)
      ? 'All objects in a deleted namespace are also deleted.'
      : `A deleted namespace stays terminating and keeps its objects: ${NAMESPACE_CONTROLLER} does not run.`;
  return controllers.get(GARBAGE_COLLECTOR)
    ? 'The garbage collector deletes dependents, unless you keep them.'
    : 'Dependent objects are kept: the garbage collector does not run.';
}
