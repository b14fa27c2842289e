import type { ApiObject } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import type { RelationsState } from '../../hooks/use-relations.ts';

/** Properties of the actions in the header of an object. */
export interface KindActionsProps {
  readonly resource: DiscoveredResource;
  readonly object: ApiObject;
  readonly relations: RelationsState;
}
