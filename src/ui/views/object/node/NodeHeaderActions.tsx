import type { Node, Pod } from '../../../../api/kinds/core-v1.generated.ts';
import type { KindActionsProps } from '../kind-actions.ts';
import { NodeActions } from './NodeActions.tsx';

/** The actions on a node, with its pods taken from its relations. */
export const NodeHeaderActions = ({ object, relations: { objects } }: KindActionsProps) => {
  const pods = objects.get('core/Pod') as readonly Pod[] | undefined;
  return <NodeActions node={object as Node} pods={pods ?? []} isLoaded={pods !== undefined} />;
};
